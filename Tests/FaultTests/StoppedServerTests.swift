import Glibc
import MatrixAPI
import MatrixClient
import TestSupport
import Testing

extension NothingLost {
    @Suite(.serialized, .timeLimit(.minutes(10))) struct StoppedServerTests {
        @Test func theServerEndsByItselfWhenItIsAskedToThoughPeopleAreConnected() async throws {
            let conversation = try await Conversation()
            // What arrives at bo's came by the stream that the program keeps open.
            try await conversation.ana.say("n001")
            try await conversation.bo.waitToSee(["n001"])
            let client = conversation.bo.client
            let now = try await client.sync(since: nil, timeoutMilliseconds: 0).nextBatch
            let poll = Task { try await client.sync(since: now, timeoutMilliseconds: 300_000) }
            let second = Task { try await client.sync(since: now, timeoutMilliseconds: 300_000) }
            // The answer to a later request says that the polls were asked before.
            _ = try await conversation.linesOnServer()
            #expect(try await conversation.server.end(by: SIGTERM) == .status(0))
            _ = await (poll.result, second.result)
        }
    }
}
