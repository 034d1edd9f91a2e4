import Conversations
import Storage
import Testing

@Suite(.timeLimit(.minutes(5))) struct OutboxTests {
    private let database: ProfileDatabase

    init() throws {
        database = try ProfileDatabase.inMemory()
    }

    private func receive(transactionID: String?, in chatID: String = Story.chatID) async throws -> AppliedSlice {
        var change = ChatChange(chatID: chatID, membership: .joined)
        change.timeline = ChatChange.Timeline(
            messages: [Story.line("echo", transactionID: transactionID)], isLimited: false, previousBatch: nil)
        return try await database.sync.apply(SyncSlice(changes: [change]))
    }

    @Test func acceptingALineRemovesOnlyItsChatsDraft() async throws {
        try await database.drafts.set(chatID: Story.chatID, text: "hel")
        try await database.drafts.set(chatID: "!other", text: "stays")
        try await database.outbox.accept(Story.outboxLine("a"))
        #expect(try database.outbox.all() == [Story.outboxLine("a")])
        #expect(try database.drafts.all() == [Draft(chatID: "!other", text: "stays")])
    }

    @Test func linesKeepTheirOrderInAnyState() async throws {
        for id in ["c", "a", "b"] { try await database.outbox.accept(Story.outboxLine(id)) }
        try await database.outbox.setState(id: "c", .failed(reason: .said("too large")))
        #expect(try database.outbox.lines(chatID: Story.chatID).map(\.id) == ["c", "a", "b"])
        #expect(try database.outbox.all().first?.state == .failed(reason: .said("too large")))
        try await database.outbox.remove(id: "a")
        #expect(try database.outbox.all().map(\.id) == ["c", "b"])
    }

    @Test func lineAcceptedTwiceIsStoredOnce() async throws {
        try await database.outbox.accept(Story.outboxLine("a"))
        try await database.outbox.accept(Story.outboxLine("a"))
        #expect(try database.outbox.all().count == 1)
    }

    @Test func echoAfterTheResponseRemovesTheLine() async throws {
        try await database.outbox.accept(Story.outboxLine("a"))
        let line = try await database.outbox.setState(id: "a", .sent(eventID: "$echo"))
        #expect(line?.state == .sent(eventID: "$echo"))
        let applied = try await receive(transactionID: nil)
        #expect(applied.echoedLines == ["a"])
        #expect(try database.outbox.all().isEmpty)
    }

    @Test func echoBeforeTheResponseRemovesTheLineByTransactionID() async throws {
        try await database.outbox.accept(Story.outboxLine("a"))
        let applied = try await receive(transactionID: "a")
        #expect(applied.echoedLines == ["a"])
        #expect(try await database.outbox.setState(id: "a", .sent(eventID: "$echo")) == nil)
        #expect(try database.outbox.all().isEmpty)
    }

    @Test func earlyEchoWithoutATransactionIDRemovesTheLineWhenSent() async throws {
        try await database.outbox.accept(Story.outboxLine("a"))
        _ = try await receive(transactionID: nil)
        #expect(try database.outbox.all().count == 1)
        #expect(try await database.outbox.setState(id: "a", .sent(eventID: "$echo")) == nil)
        #expect(try database.outbox.all().isEmpty)
    }

    @Test func transactionIDInAnotherChatIsNoEcho() async throws {
        try await database.outbox.accept(Story.outboxLine("a"))
        #expect(try await receive(transactionID: "a", in: "!other").echoedLines.isEmpty)
        #expect(try database.outbox.all().count == 1)
    }

    @Test func echoInHistoryRemovesTheLine() async throws {
        try await database.outbox.accept(Story.outboxLine("a"))
        _ = try await database.sync.apply(Story.slice(Story.lines(5...5), limited: true, before: "p5"))
        let gap = try #require(try database.gaps().first)
        let applied = try await database.messages.fillGap(
            chatID: Story.chatID, gap: gap, with: [Story.line("echo", transactionID: "a")], nextToken: nil)
        #expect(applied.echoedLines == ["a"])
    }

    @Test func emptyDraftIsDeleted() async throws {
        try await database.drafts.set(chatID: Story.chatID, text: "h")
        try await database.drafts.set(chatID: Story.chatID, text: "")
        #expect(try database.drafts.all().isEmpty)
    }

    @Test func lineOfACancelledTaskIsStored() async throws {
        let database = database
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await database.outbox.accept(Story.outboxLine("a"))
        }
        try await task.value
        #expect(try database.outbox.all().count == 1)
    }
}
