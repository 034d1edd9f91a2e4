import Testing

@testable import MatrixClient

@Suite(.timeLimit(.minutes(5))) struct WellKnownTests {
    private static let path = "/.well-known/matrix/client"
    private static let versions = "/_matrix/client/versions"

    @Test func missingWellKnownIsIgnored() async throws {
        #expect(try await answer(.http(404, "no such page")) == .ignore)
    }

    private static let unusable: [String] = [
        .http(500, ""), .http(200, ""), .http(200, "<html>"), .http(200, "{}"), .http(200, #"{"m.homeserver":{}}"#),
        .http(200, #"{"m.homeserver":{"base_url":7}}"#), .http(302, "", headers: ["Location: http://example.org/"]),
        "HTTP/1.1 nonsense",
    ]

    @Test(arguments: unusable)
    func unusableWellKnownPromptsTheUser(text: String) async throws {
        guard case .failPrompt = try await answer(text) else {
            Issue.record("It was taken for an answer")
            return
        }
    }

    @Test(arguments: ["not an address", "http://example.org", "ftp://127.0.0.1", "unix:/run/x", "http://127.0.0.1:1"])
    func unusableWellKnownAddressIsAnError(base: String) async throws {
        let answer = try await answer(.http(200, #"{"m.homeserver":{"base_url":"\#(base)"}}"#))
        guard case .failError = answer else {
            Issue.record("It was not refused: \(answer)")
            return
        }
    }

    @Test func respondingHomeserverIsAccepted() async throws {
        let homeserver = try ScriptedServer.answering([Self.versions: .http(200, #"{"versions":["v1.18"]}"#)])
        let pointer = String.http(200, #"{"m.homeserver":{"base_url":"\#(homeserver.address)/"}}"#)
        #expect(try await answer(pointer) == .homeserver(.url(homeserver.address)))
    }

    @Test func wellKnownMayBeRedirected() async throws {
        let homeserver = try ScriptedServer.answering([Self.versions: .http(200, #"{"versions":["v1.18"]}"#)])
        let site = try ScriptedServer.answering([
            Self.path: .http(301, "", headers: ["Location: /moved"]),
            "/moved": .http(200, #"{"m.homeserver":{"base_url":"\#(homeserver.address)"}}"#),
        ])
        #expect(await ask(site) == .homeserver(.url(homeserver.address)))
        #expect(site.requests.count == 2)
    }

    private func answer(_ text: String) async throws -> WellKnownResult {
        await ask(try ScriptedServer.answering([Self.path: text]))
    }

    private func ask(_ site: ScriptedServer) async -> WellKnownResult {
        let client = HomeserverClient(homeserver: .url(site.address), accessToken: "secret")
        let answer = await client.wellKnownHomeserver(for: "127.0.0.1:\(site.port)")
        await client.shutdown()
        #expect(site.requests.allSatisfy { $0.header("Authorization") == nil })
        return answer
    }
}
