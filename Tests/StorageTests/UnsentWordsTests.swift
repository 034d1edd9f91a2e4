import Conversations
import Storage
import Testing

@Suite(.timeLimit(.minutes(5))) struct UnsentWordsTests {
    @Test func unsentLinesAndDraftsAreListedOnceInOrder() async throws {
        let database = try ProfileDatabase.inMemory()
        #expect(try database.unsentWords().isEmpty)
        _ = try await database.sync.apply(SyncSlice(changes: [ChatChange(chatID: Story.chatID, membership: .joined)]))
        for id in ["c", "a", "b", "d"] { try await database.outbox.accept(Story.outboxLine(id)) }
        try await database.outbox.setState(id: "a", .failed(reason: .said("too large")))
        _ = try await database.outbox.leave(id: "b", deviceID: "A", now: 1)
        try await database.outbox.setState(id: "d", .sent(eventID: "$d"))
        try await database.drafts.set(chatID: "!unknown", text: "a draft")

        let words = try database.unsentWords()
        #expect(words.lines.map(\.id) == ["c", "a", "b"])
        #expect(words.lines.map(\.mayHaveLeft) == [false, false, true])
        #expect(words.drafts == [Draft(chatID: "!unknown", text: "a draft")])
        #expect(words.chats.map(\.id) == [Story.chatID])
        #expect(!words.isEmpty)
    }
}
