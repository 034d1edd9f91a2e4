import Conversations
import Storage
import Testing

/// Tests the handling of a line whose echo can't be decrypted.
@Suite(.timeLimit(.minutes(5))) struct RepeatedLineTests {
    private func echo(_ lineID: String, _ eventID: String, _ encryption: MessageEncryption) -> SyncSlice {
        let message = Message(
            eventID: eventID, sender: "@ana:x", timestamp: 1, kind: .encrypted, body: "", detail: nil,
            isRemoved: false, encryption: encryption, transactionID: lineID, source: "{}")
        var change = ChatChange(chatID: Story.chatID, membership: .joined)
        change.timeline = .init(messages: [message], isLimited: false, previousBatch: nil)
        return SyncSlice(changes: [change])
    }

    @Test func lineWithAnUndecryptableEchoIsResentOnce() async throws {
        let database = try ProfileDatabase.inMemory()
        try await database.outbox.accept(Story.outboxLine("a", body: "tea"))
        let first = try await database.sync.apply(echo("a", "$1", .sealed(.isReplay, sessionID: "s")))
        let line = try #require(first.repeatedLines.first)
        #expect(first.echoedLines == ["a"] && first.repeatedLines.count == 1)
        #expect(line.id != "a" && line.body == "tea" && line.state == .queued && !line.mayHaveLeft)
        #expect(try database.outbox.all() == [line])
        let second = try await database.sync.apply(echo(line.id, "$2", .sealed(.malformed, sessionID: "s")))
        #expect(second.echoedLines.isEmpty)
        #expect(second.repeatedLines.map(\.state) == [.failed(reason: .mayBeThere)])
        #expect(try database.outbox.all().map(\.body) == ["tea"])
    }

    @Test(arguments: [
        MessageEncryption.opened(sessionID: "s", index: 3), .sealed(.awaitsKey, sessionID: "s"),
        .sealed(.withoutKeys, sessionID: "s"),
    ])
    func lineWhoseEchoMayBeDecryptedIsNotResent(encryption: MessageEncryption) async throws {
        let database = try ProfileDatabase.inMemory()
        try await database.outbox.accept(Story.outboxLine("a"))
        let applied = try await database.sync.apply(echo("a", "$1", encryption))
        #expect(applied.echoedLines == ["a"] && applied.repeatedLines.isEmpty)
        #expect(try database.outbox.all().isEmpty)
    }
}
