import Conversations
import Storage
import Testing

@testable import Engine
@testable import Messenger

/// Tests that messages seen on arrival are not announced after the user opened another chat.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct ReadNoticeTests {
    private let bench: Workbench

    init() async throws {
        bench = try Workbench()
        bench.queue.open()
        try await take(1, counted: 0)
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        bench.queue.post(ReadMarkerEvent.focusChanged(true))
        await bench.answered()
    }

    /// - Parameters:
    ///   - number: The number of the arriving message, if any.
    ///   - counted: The server's unread count by then.
    ///   - read: The account's read position as it arrives now.
    private func take(_ number: Int?, counted: Int, read: Int? = nil) async throws {
        var change = ChatChange(chatID: Story.chatID, membership: .joined)
        if let number {
            let message = Story.line(Int64(number)).message
            change.timeline = .init(messages: [message], isLimited: false, previousBatch: nil)
        }
        change.notificationCount = .set(counted)
        if let read {
            let eventID = Story.line(Int64(read)).message.eventID
            change.receipts = [ReadReceipt(userID: Story.ana, eventID: eventID, timestamp: 1)]
        }
        let applied = try await bench.database.sync.apply(SyncSlice(changes: [change]))
        bench.queue.post(SyncEvent.received(applied, isFirstSync: false))
        await bench.answered()
    }

    private func read() {
        bench.queue.post(
            ReadMarkerEvent.presented(bench.state.timeline.window.messages.map(\.position), chatID: Story.chatID))
        bench.queue.post(ReadMarkerEvent.keyPressed)
    }

    @Test func readMessageIsNotCountedWithNextOne() async throws {
        try await take(2, counted: 0)
        read()
        bench.queue.post(ReadMarkerEvent.turned(away: true))
        try await take(3, counted: 2)
        #expect(bench.state.notice.count == 1)
        #expect(bench.state.notice.chatIDs == [Story.chatID])
    }

    /// The message was read on another device, or in a session that has ended.
    @Test func messagesAfterOwnReceiptNotifyDespiteEqualCount() async throws {
        bench.queue.post(ReadMarkerEvent.turned(away: true))
        try await take(2, counted: 1)
        try await take(3, counted: 1, read: 2)
        #expect(bench.state.notice.count == 2)
        // The count that resulted from the receipt arrives before the receipt.
        try await take(4, counted: 1)
        #expect(bench.state.notice.count == 2)
        try await take(nil, counted: 1, read: 3)
        #expect(bench.state.notice.count == 3)
    }

    @Test func lateServerCountOfReadMessageIsSavedAsZero() async throws {
        try await take(2, counted: 1)
        read()
        await bench.kept()
        try await take(nil, counted: 1)
        await bench.kept()
        #expect(try bench.database.chats.chat(id: Story.chatID)?.notificationCount == 0)
    }

    @Test func readingRemovesNotification() async throws {
        bench.state.notice.add(1, chatID: Story.chatID, text: "2")
        try await take(2, counted: 1)
        read()
        #expect(bench.state.notice.chatIDs.isEmpty)
    }
}
