import Conversations
import MatrixClient
import Storage
import Testing
import ViewModels

@testable import Engine
@testable import Messenger
@testable import Presentation

/// Counts the view models that an event builds, where the screen receives them. Ana looks at the chat with bo. Kim
/// is in another.
@MainActor
@Suite(.timeLimit(.minutes(5))) final class BuiltViewModelTests {
    private let bench: Workbench
    private var built: [String: Int] = [:]

    init() async throws {
        bench = try Workbench()
        bench.queue.open()
        count(bench.events.navigation, "navigation")
        count(bench.events.connection, "connection")
        count(bench.events.chat, "chat")
        count(bench.events.chatDetails, "details")
        count(bench.events.typing, "typing")
        count(bench.events.page, "page")
        count(bench.events.composer, "composer")
        count(bench.events.completion, "completion")
        count(bench.events.createChat, "new chat")
        count(bench.events.suggestions, "suggestions")
        count(bench.events.contacts, "contacts")
        count(bench.events.editContact, "contact")
        count(bench.events.invitation, "invitation")
        count(bench.events.login, "login")
        count(bench.events.verification, "verification")
        count(bench.events.security, "security")
        count(bench.events.picker, "picker")
        count(bench.events.notice, "notice")
        // All rows are on screen.
        bench.events.chatList.subscribe(self) { owner, list in
            owner.built["list", default: 0] += 1
            for place in 0..<list.rows.count { _ = list.item(list.rows[place]) }
        }
        bench.queue.post(
            ChatEvent.loaded(
                chats: [], areAll: true, ignoredUserIDs: [], drafts: [], outbox: [], openChatID: nil))
        for (id, person) in [("!tea", Story.bo), ("!cake", Story.kim), ("!jam", Story.kim)] {
            var change = change(id, said: "hello", by: person, event: "$\(id)-0")
            change.members = [Story.ana, person].map {
                ChatMember(userID: $0, displayName: $0, membership: "join")
            }
            try await arrive(change)
        }
        bench.queue.post(ChatEvent.opened(chatID: "!tea"))
        await bench.answered()
        bench.queue.post(ConnectionEvent.changed(.online))
        bench.frames.deliver()
        built = [:]
    }

    @Test func messageInOtherChatRebuildsListAndUnreadCounts() async throws {
        try await arrive(change("!cake", said: "first", by: Story.kim, event: "$1", unread: 1))
        bench.frames.deliver()
        // Now there are unread messages.
        #expect(built == ["list": 1, "connection": 1, "notice": 1, "navigation": 1])
        built = [:]
        let made = rowsMade
        try await arrive(change("!cake", said: "second", by: Story.kim, event: "$2", unread: 2))
        bench.frames.deliver()
        #expect(built == ["list": 1, "connection": 1, "notice": 1])
        #expect(rowsMade == made + 1)
    }

    @Test func messageInOpenChatRebuildsChatAndItsRow() async throws {
        let made = rowsMade
        try await arrive(change("!tea", said: "tea?", by: Story.bo, event: "$1"))
        bench.frames.deliver()
        #expect(built == ["chat": 1, "list": 1])
        #expect(rowsMade == made + 1)
    }

    @Test func receiptRebuildsOnlyTheOpenChat() async throws {
        var receipt = ChatChange(chatID: "!tea", membership: .joined)
        receipt.receipts = [ReadReceipt(userID: Story.bo, eventID: "$!tea-0", timestamp: Story.noon)]
        try await arrive(receipt)
        bench.frames.deliver()
        #expect(built == ["chat": 1])
        built = [:]
        receipt = ChatChange(chatID: "!cake", membership: .joined)
        receipt.receipts = [ReadReceipt(userID: Story.kim, eventID: "$!cake-0", timestamp: Story.noon)]
        try await arrive(receipt)
        bench.frames.deliver()
        #expect(built == [:])
    }

    @Test func readReceiptFromOtherDeviceClearsUnreadCount() async throws {
        try await arrive(change("!tea", said: "tea?", by: Story.bo, event: "$1", unread: 1))
        bench.frames.deliver()
        built = [:]
        var receipt = ChatChange(chatID: "!tea", membership: .joined)
        receipt.receipts = [ReadReceipt(userID: Story.ana, eventID: "$1", timestamp: Story.noon)]
        try await arrive(receipt)
        bench.frames.deliver()
        #expect(bench.state.chatList.unreadTotal == 0)
        #expect(built == ["chat": 1, "list": 1, "connection": 1])
    }

    @Test func typingEventRebuildsOnlyTypingLine() {
        bench.queue.post(SyncEvent.typing(chatID: "!tea", userIDs: [Story.bo]))
        bench.frames.deliver()
        #expect(built == ["typing": 1])
        built = [:]
        bench.queue.post(SyncEvent.typing(chatID: "!cake", userIDs: [Story.kim]))
        bench.frames.deliver()
        #expect(built == [:])
    }

    @Test func keyPressRebuildsNothing() {
        bench.queue.post(ReadMarkerEvent.keyPressed)
        bench.frames.deliver()
        #expect(built == [:])
    }

    @Test func acceptedLineRebuildsChatAndItsRow() {
        let made = rowsMade
        bench.queue.post(OutboxEvent.accepted(Story.outboxLine("a line")))
        bench.frames.deliver()
        #expect(built == ["chat": 1, "list": 1])
        #expect(rowsMade == made + 1)
    }

    private var rowsMade: Int { bench.parts.handlers.chatListRows.madeCount }

    private func count<Value>(_ event: Event<Value>, _ name: String) {
        event.subscribe(self) { owner, _ in owner.built[name, default: 0] += 1 }
    }

    private func arrive(_ change: ChatChange) async throws {
        let applied = try await bench.database.sync.apply(SyncSlice(changes: [change]))
        bench.queue.post(SyncEvent.received(applied, isFirstSync: false))
    }

    private func change(
        _ chatID: String, said body: String, by sender: String, event: String, unread: Int? = nil
    ) -> ChatChange {
        var change = ChatChange(chatID: chatID, membership: .joined)
        change.timeline = ChatChange.Timeline(
            messages: [
                Message(
                    eventID: event, sender: sender, timestamp: Story.noon, kind: .text, body: body, detail: nil,
                    isRemoved: false, transactionID: nil, source: "{}")
            ], isLimited: false, previousBatch: nil)
        if let unread { change.notificationCount = .set(unread) }
        return change
    }
}
