import Conversations
import Storage
import Testing

/// Where the unread begins is found on disk, however much of it there is.
@Suite(.timeLimit(.minutes(2))) struct UnreadTests {
    private let database: ProfileDatabase
    private let me = "@me:x"

    init() throws {
        database = try ProfileDatabase.inMemory()
    }

    private func receive(_ messages: [Message], read eventID: String? = nil) async throws {
        var change = Story.change(messages)
        if let eventID { change.receipts = [ReadReceipt(userID: me, eventID: eventID, timestamp: 1)] }
        _ = try await database.sync.apply(SyncSlice(changes: [change]))
    }

    private var unread: UnreadPart? {
        get throws { try database.messages.unread(chatID: Story.chatID, userID: me) }
    }

    @Test func itBeginsAfterTheLastThatWasReadWhereverThatIs() async throws {
        try await receive(Story.lines(1...400), read: "$m7")
        let found = try #require(try unread)
        #expect(found.firstEventID == "$m8")
        #expect(found.count == 393)
        #expect(try found.first == database.messages.position(ofEventID: "$m8", chatID: Story.chatID))
    }

    @Test func whoWroteHasReadWhatStandsAbove() async throws {
        try await receive(Story.lines(1...5) + [Story.line("m6", by: me)] + Story.lines(7...9), read: "$m2")
        #expect(try unread?.firstEventID == "$m7")
        #expect(try unread?.afterEventID == "$m6")
    }

    @Test func withoutAReceiptItBeginsAfterTheOwnWords() async throws {
        try await receive(Story.lines(1...2) + [Story.line("m3", by: me)] + Story.lines(4...5))
        #expect(try unread?.firstEventID == "$m4")
    }

    @Test func whatIsNotSaidIsNotUnread() async throws {
        try await receive(
            [Story.line("m1"), Story.line("m2", kind: .membership), Story.reaction("a3", "+1", to: "$m1")], read: "$m1")
        let found = try #require(try unread)
        #expect(found.first == nil)
        #expect(found.count == 0)
        #expect(found.isPlaced)
    }

    @Test func whatIgnoredPeopleSayIsNotUnread() async throws {
        try await receive(Story.lines(1...1) + [Story.line("m2", by: "@bo:x"), Story.line("m3")], read: "$m1")
        try await database.chats.setIgnored(["@bo:x"])
        #expect(try unread?.firstEventID == "$m3")
        #expect(try unread?.count == 1)
    }

    @Test func withoutTheLastReadMessageNobodyKnowsWhereItBegins() async throws {
        #expect(try unread == nil)
        try await receive(Story.lines(3...4), read: "$m2")
        let found = try #require(try unread)
        #expect(!found.isPlaced)
        #expect(found.afterEventID == "$m2")
        #expect(found.first == nil)
    }

    @Test func aLongCountEndsSomewhere() async throws {
        try await receive(Story.lines(1...1_200), read: "$m1")
        #expect(try unread?.count == UnreadPart.countLimit)
    }
}
