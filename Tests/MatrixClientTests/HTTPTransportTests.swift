import AsyncHTTPClient
import Testing

@testable import MatrixClient

/// Tests when HTTP clients are created and shut down.
@Suite(.timeLimit(.minutes(5))) struct HTTPTransportTests {
    @Test func noClientIsCreatedBeforeTheFirstRequest() async throws {
        let server = try ScriptedServer.answering(.http(200, #"{"versions":["v1.11"]}"#))
        let transport = HTTPTransport(trust: TrustRoots(file: nil))
        #expect(!transport.ordinary.isMade && !transport.patient.isMade)
        let request = HTTPClientRequest(url: "http://127.0.0.1:\(server.port)/")
        _ = try await transport.execute(request, patience: 60, bodyLimit: 1_000)
        #expect(transport.ordinary.isMade && !transport.patient.isMade)
        await transport.shutdown()
    }

    @Test func noRequestIsSentAfterShutdown() async throws {
        let transport = HTTPTransport(trust: TrustRoots(file: nil))
        await transport.shutdown()
        await #expect(throws: HTTPClientError.alreadyShutdown) {
            try await transport.execute(HTTPClientRequest(url: "http://127.0.0.1:1/"), patience: 60, bodyLimit: 1_000)
        }
        #expect(!transport.ordinary.isMade)
    }
}
