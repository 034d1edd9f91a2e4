import MatrixAPI
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

    @Test func anAnswerOfAPortalIsCalledThatAndABrokenOneIsNot() async throws {
        #expect(try await syncFailure("<html><body>Log in</body></html>") == .notMatrix(status: 200))
        #expect(try await syncFailure(#"["next_batch"]"#) == .notMatrix(status: 200))
        #expect(try await syncFailure(#"{"next_batch":"s2","rooms":{"#) == .brokenAnswer(offset: 28))
        #expect(try await syncFailure(#" {"next_batch" "s2"}"#) == .brokenAnswer(offset: 15))
        #expect(try await syncFailure(#"{"next_batch":"s2","rooms":{"join":{"!a":{"timeline":NaN}}}}"#) == nil)
        let versions = try ScriptedServer.answering(.http(200, #"{"versions":["v1.1",NaN]}"#))
        #expect(await versions.failure() == .brokenAnswer(offset: 20))
        #expect(MatrixClientError.brokenAnswer(offset: 20).isTransient)
    }

    /// Otherwise the gap could never be filled.
    @Test func aPageOfHistoryWithABrokenEventIsRead() async throws {
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
    @Test func aSpaceWithABrokenChildIsRead() async throws {
        let body =
            #"{"rooms":[{"room_id":"!s:h","children_state":[{"type":"m.space.child","content":{"x":NaN}}]}]}"#
        let server = try ScriptedServer.answering(.http(200, body))
        try await server.withClient { client throws(MatrixClientError) in
            let page = try await client.hierarchy(roomID: "!s:h")
            #expect(page.rooms.map(\.roomID) == ["!s:h"] && page.next == nil)
        }
    }
}
