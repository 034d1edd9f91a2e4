import Logging
import MatrixAPI
import Synchronization
import Testing

@testable import MatrixClient

/// Tests that an error describes the response: a web page, or truncated JSON.
@Suite(.timeLimit(.minutes(5))) struct BrokenAnswerTests {
    private func syncFailure(_ body: String) async throws -> MatrixClientError? {
        let server = try ScriptedServer.answering(.http(200, body))
        do throws(MatrixClientError) {
            try await server.withClient { client throws(MatrixClientError) in
                _ = try await client.sync(since: "s1", timeoutMilliseconds: 0)
            }
            return nil
        } catch {
            return error
        }
    }

    @Test func portalPageAndTruncatedJSONAreDistinguished() async throws {
        #expect(try await syncFailure("<html><body>Log in</body></html>") == .notMatrix(status: 200))
        #expect(try await syncFailure(#"["next_batch"]"#) == .notMatrix(status: 200))
        #expect(try await syncFailure(#"{"next_batch":"s2","rooms":{"#) == .brokenAnswer(offset: 28))
        #expect(try await syncFailure(#" {"next_batch" "s2"}"#) == .brokenAnswer(offset: 15))
        #expect(try await syncFailure(#"{"next_batch":"s2","rooms":{"join":{"!a":{"timeline":NaN}}}}"#) == nil)
        let versions = try ScriptedServer.answering(.http(200, #"{"versions":["v1.1",NaN]}"#))
        #expect(await versions.failure() == .brokenAnswer(offset: 20))
        #expect(MatrixClientError.brokenAnswer(offset: 20).isTransient)
    }

    /// Without it nobody could find the place in an answer of megabytes.
    @Test func theLogNamesThePlaceInAnAnswerThatIsUsedAndInOneThatIsNot() async throws {
        let log = LogOfTest()
        for body in [
            #"{"next_batch":"s2","rooms":{"join":{"!a":{"timeline":NaN}}}}"#, #"{"next_batch":"s2","rooms":{"#,
        ] {
            let server = try ScriptedServer.answering(.http(200, body))
            defer { server.stop() }
            let client = HomeserverClient(
                homeserver: .url(server.address), accessToken: "secret", logger: Logger(label: "test") { _ in log })
            _ = try? await client.sync(since: "s1", timeoutMilliseconds: 0)
            await client.shutdown()
        }
        let lines = log.lines.filter { $0.contains("no JSON") }
        #expect(
            lines == [
                "warning GET /_matrix/client/v3/sync: no JSON at byte 53; that part is left out",
                "warning GET /_matrix/client/v3/sync: no JSON at byte 28",
            ])
        #expect(log.lines.allSatisfy { !$0.contains("secret") })
    }

    /// Otherwise the gap could never be filled.
    @Test func historyPageWithAMalformedEventIsRead() async throws {
        let body =
            #"{"chunk":[{"type":"m.room.message","event_id":"$1","sender":"@bo:h","content":{"x":NaN}}],"end":"t"}"#
        let server = try ScriptedServer.answering(.http(200, body))
        try await server.withClient { client throws(MatrixClientError) in
            let page = try await client.messages(roomID: "!a:h", from: nil, limit: 10)
            #expect(page.chunk.map(\.isMalformed) == [true] && page.chunk.map(\.eventID) == ["$1"])
            #expect(page.end == "t")
        }
    }

    /// Otherwise one member of a space could hide it from all others.
    @Test func spaceWithAMalformedChildIsRead() async throws {
        let body =
            #"{"rooms":[{"room_id":"!s:h","children_state":[{"type":"m.space.child","content":{"x":NaN}}]}]}"#
        let server = try ScriptedServer.answering(.http(200, body))
        try await server.withClient { client throws(MatrixClientError) in
            let page = try await client.hierarchy(roomID: "!s:h")
            #expect(page.rooms.map(\.roomID) == ["!s:h"] && page.next == nil)
        }
    }
}

/// Keeps the lines of a log in memory.
private final class LogOfTest: LogHandler {
    private let kept = Mutex<[String]>([])

    var lines: [String] { kept.withLock { $0 } }
    var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }
    var logLevel: Logger.Level {
        get { .trace }
        set {}
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }

    func log(event: LogEvent) {
        kept.withLock { $0.append("\(event.level) \(event.message)") }
    }
}
