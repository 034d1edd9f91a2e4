import Conversations
import Storage
import Testing

@Suite(.timeLimit(.minutes(5))) struct RemovalTests {
    private let database: ProfileDatabase

    init() throws {
        database = try ProfileDatabase.inMemory()
    }

    private func remove(_ eventID: String) async throws -> AppliedSlice {
        try await database.sync.apply(Story.slice([Story.redaction("r9", of: eventID)]))
    }

    @Test func redactionClearsItsMessage() async throws {
        _ = try await database.sync.apply(Story.slice(Story.lines(1...2)))
        _ = try await remove("$m2")
        let messages = try database.messages.window(chatID: Story.chatID, endingAtLatest: 1).messages
        let message = try #require(messages.first?.message)
        #expect(message.isRemoved)
        #expect(message.body.isEmpty)
        #expect(message.source == "{}")
        #expect(message.kind == .text)
    }

    /// Returns the stored removal of the message with this event.
    private func removal(of eventID: String) throws -> MessageRemoval? {
        let window = try database.messages.window(chatID: Story.chatID, endingAtLatest: 10)
        return window.messages.first { $0.message.eventID == eventID }?.message.removal
    }

    private func redaction(_ name: String, of eventID: String, _ reason: String?) -> Message {
        Story.relation(name, .redaction(of: eventID, reason: reason), by: "@kim:x")
    }

    @Test(arguments: [true, false]) func redactionSenderAndReasonAreStoredInEitherOrder(isMessageFirst: Bool)
        async throws
    {
        let slices = [Story.slice(Story.lines(1...1)), Story.slice([redaction("r9", of: "$m1", "spam")])]
        for slice in isMessageFirst ? slices : slices.reversed() { _ = try await database.sync.apply(slice) }
        let expected = MessageRemoval(eventID: "$r9", sender: "@kim:x", timestamp: 9, reason: "spam")
        #expect(try removal(of: "$m1") == expected)
    }

    @Test(arguments: [["r8", "r9"], ["r9", "r8"]]) func olderOfTwoRedactionsWins(names: [String]) async throws {
        _ = try await database.sync.apply(Story.slice(Story.lines(1...1)))
        for name in names { _ = try await database.sync.apply(Story.slice([redaction(name, of: "$m1", name)])) }
        #expect(try removal(of: "$m1")?.reason == "r8")
    }

    @Test func removedRedactionReasonIsCleared() async throws {
        _ = try await database.sync.apply(Story.slice(Story.lines(1...1) + [redaction("r8", of: "$m1", "slander")]))
        _ = try await remove("$r8")
        #expect(try removal(of: "$m1")?.sender == "@kim:x")
        #expect(try removal(of: "$m1")?.reason == nil)
    }

    @Test func redactionBeforeItsMessageClearsItOnArrival() async throws {
        _ = try await remove("$m2")
        let applied = try await database.sync.apply(Story.slice(Story.lines(1...2)))
        #expect(try database.timeline() == "m1 -")
        let new = try #require(applied.newMessages[Story.chatID])
        let window = try database.messages.window(chatID: Story.chatID, endingAtLatest: 10)
        #expect(new == window.messages)
        #expect(new.map(\.message.isRemoved) == [false, true])
    }

    @Test func removedMessageIsNotTheLastMessage() async throws {
        _ = try await database.sync.apply(Story.slice(Story.lines(1...2)))
        let applied = try await remove("$m2")
        #expect(applied.chats.first?.lastMessage?.body == "m1")
        #expect(try database.chats.all().first?.lastActivity == 1)
    }

    @Test func messageReturnedWithoutContentIsRemoved() async throws {
        _ = try await database.sync.apply(Story.slice(Story.lines(1...2)))
        let emptied = Message(
            eventID: "$m1", sender: "@ana:x", timestamp: 1, kind: .text, body: "", detail: nil, isRemoved: true,
            transactionID: nil, source: "{}")
        _ = try await database.sync.apply(Story.slice([emptied]))
        #expect(try database.timeline() == "- m2")
    }

    @Test func redactionAffectsOnlyItsOwnChat() async throws {
        _ = try await database.sync.apply(Story.slice(Story.lines(1...1)))
        var change = ChatChange(chatID: "!other", membership: .joined)
        change.timeline = .init(messages: [Story.redaction("r9", of: "$m1")], isLimited: false, previousBatch: nil)
        _ = try await database.sync.apply(SyncSlice(changes: [change]))
        #expect(try database.timeline() == "m1")
    }
}
