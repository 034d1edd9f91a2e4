import Conversations
import Storage
import Testing

/// Tests that the first unread message is found on disk, no matter how many there are.
@Suite(.timeLimit(.minutes(5))) struct UnreadTests {
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

    @Test func unreadBeginsAfterTheLastReadMessage() async throws {
        try await receive(Story.lines(1...400), read: "$m7")
        let found = try #require(try unread)
        #expect(found.firstEventID == "$m8")
        #expect(found.count == 393)
        #expect(try found.first == database.messages.position(ofEventID: "$m8", chatID: Story.chatID))
    }

    /// A line that was written offline comes after the messages missed meanwhile.
    @Test func messagesAboveAnOwnLineStayUnread() async throws {
        try await receive(Story.lines(1...5) + [Story.line("m6", by: me)] + Story.lines(7...9), read: "$m2")
        #expect(try unread?.firstEventID == "$m3")
    }

    @Test func furthestKnownReadPositionCounts() async throws {
        try await receive(Story.lines(1...9), read: "$m2")
        var change = Story.change([])
        change.fullyReadEventID = .set("$m4")
        _ = try await database.sync.apply(SyncSlice(changes: [change]))
        #expect(try unread?.firstEventID == "$m5")
        // The server doesn't know the receipt yet.
        try await database.outbox.save(PendingReceipt(eventID: "$m7", chatID: Story.chatID))
        #expect(try unread?.firstEventID == "$m8")
    }

    @Test func firstUnreadMessageMayLieInAGap() async throws {
        try await receive(Story.lines(1...3), read: "$m2")
        _ = try await database.sync.apply(Story.slice(Story.lines(50...60), limited: true, before: "p"))
        // The first stored unread message precedes the gap.
        #expect(try unread?.firstEventID == "$m3")
        try await receive([], read: "$m3")
        var found = try #require(try unread)
        #expect(!found.isWhole)
        #expect(found.first == nil)
        #expect(found.after == (try database.messages.position(ofEventID: "$m3", chatID: Story.chatID)))
        let gap = try #require(try database.messages.newestGap(chatID: Story.chatID, upTo: .max))
        _ = try await database.messages.fillGap(
            chatID: Story.chatID, gap: gap, with: Story.lines(4...49).reversed(), nextToken: nil)
        found = try #require(try unread)
        #expect(found.isWhole)
        #expect(found.firstEventID == "$m4")
    }

    @Test func unreadWithoutAReceiptBeginsWithTheJoinOrTheChat() async throws {
        let coming = Message(
            eventID: "$come", sender: me, timestamp: 3, kind: .membership, body: "",
            detail: MembershipChange(userID: me, displayName: nil, what: .joined), isRemoved: false,
            transactionID: nil, source: "{}")
        try await receive(Story.lines(1...2))
        #expect(try unread?.firstEventID == "$m1")
        try await receive([coming] + Story.lines(4...5))
        #expect(try unread?.firstEventID == "$m4")
    }

    @Test func unreadIsUnknownWithoutAReceiptAndTheBeginning() async throws {
        _ = try await database.sync.apply(Story.slice(Story.lines(50...60), limited: true, before: "p"))
        #expect(try unread == nil)
    }

    @Test func unreadWithoutAReceiptBeginsAfterTheOwnMessage() async throws {
        try await receive(Story.lines(1...2) + [Story.line("m3", by: me)] + Story.lines(4...5))
        #expect(try unread?.firstEventID == "$m4")
    }

    @Test func stateEventsAndReactionsAreNotUnread() async throws {
        try await receive(
            [Story.line("m1"), Story.line("m2", kind: .membership), Story.reaction("a3", "+1", to: "$m1")], read: "$m1")
        let found = try #require(try unread)
        #expect(found.first == nil)
        #expect(found.count == 0)
        #expect(found.isWhole)
    }

    @Test func messagesOfIgnoredUsersAreNotUnread() async throws {
        try await receive(Story.lines(1...1) + [Story.line("m2", by: "@bo:x"), Story.line("m3")], read: "$m1")
        try await database.chats.setIgnored(["@bo:x"])
        #expect(try unread?.firstEventID == "$m3")
        #expect(try unread?.count == 1)
    }

    @Test func unreadStartIsUnknownWithoutTheLastReadMessage() async throws {
        #expect(try unread == nil)
        try await receive(Story.lines(3...4), read: "$m2")
        let found = try #require(try unread)
        #expect(!found.isWhole)
        #expect(found.after == nil)
        #expect(found.first == nil)
    }

    @Test func unreadCountIsLimited() async throws {
        try await receive(Story.lines(1...1_200), read: "$m1")
        #expect(try unread?.count == UnreadPart.countLimit)
    }
}
