import AsyncHTTPClient
import Foundation
import NIOCore
import Testing

@testable import MatrixClient

@Suite(.timeLimit(.minutes(5))) struct AnswerPaceTests {
    private static let head = "HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n"

    @Test func endlesslyDrippingResponseTimesOut() async throws {
        let server = try ScriptedServer { _, conversation in
            conversation.say(Array(Self.head.utf8))
            // The connection is never silent, but the response never completes either.
            for _ in 0..<3000 {
                conversation.say([UInt8(ascii: " ")])
                usleep(20_000)
            }
        }
        await #expect(throws: HTTPClientError.deadlineExceeded) {
            _ = try await Self.ask(server, pace: ResponsePace(window: .milliseconds(300), bytes: 4096))
        }
    }

    @Test func stalledResponseTimesOut() async throws {
        let server = try ScriptedServer { _, conversation in
            conversation.say(Array((Self.head + "{").utf8))
            sleep(60)
        }
        await #expect(throws: HTTPClientError.deadlineExceeded) {
            _ = try await Self.ask(server, pace: ResponsePace(window: .milliseconds(300), bytes: 4096))
        }
    }

    @Test func slowButSteadyResponseIsReadCompletely() async throws {
        let server = try ScriptedServer { _, conversation in
            conversation.say(Array("HTTP/1.1 200 OK\r\nContent-Length: 20000\r\n\r\n".utf8))
            for _ in 0..<20 {
                conversation.say(Array(repeating: UInt8(ascii: "a"), count: 1000))
                usleep(20_000)
            }
        }
        let answer = try await Self.ask(server, pace: ResponsePace(window: .seconds(30), bytes: 1))
        #expect(answer.body.readableBytes == 20_000)
    }

    private static func ask(_ server: ScriptedServer, pace: ResponsePace) async throws -> HTTPTransport.Answer {
        let transport = HTTPTransport(trust: TrustRoots(file: nil), pace: pace)
        do {
            let answer = try await transport.execute(
                HTTPClientRequest(url: server.address), patience: 60, bodyLimit: 1 << 20)
            await transport.shutdown()
            return answer
        } catch {
            await transport.shutdown()
            throw error
        }
    }
}
