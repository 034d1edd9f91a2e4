import Conversations
import MatrixClient
import Storage
import Testing
import ViewModels

@testable import Engine
@testable import Messenger
@testable import Presentation

/// Tests messages that arrived while the program was not running, in the chat that is open after the start.
@MainActor
@Suite(.timeLimit(.minutes(5))) final class FirstLookTests {
    private let bench: Workbench
    private var chat: ChatViewModel?

    init() async throws {
        bench = try Workbench()
        bench.queue.open()
        bench.events.chat.subscribe(self) { $0.chat = $1 }
    }

    /// Restarts the program after ana read as far as `$3`.
    ///
    /// - Parameter last: The last message that arrived while it ran.
    private func startAgain(last: Int64 = 3) async throws {
        var change = ChatChange(chatID: Story.chatID, membership: .joined)
        change.timeline = .init(
            messages: (1...last).map { Story.line($0).message }, isLimited: false, previousBatch: nil)
        change.receipts = [ReadReceipt(userID: Story.ana, eventID: "$3", timestamp: Story.noon)]
        _ = try await bench.database.sync.apply(SyncSlice(changes: [change]))
        bench.queue.post(
            ChatEvent.loaded(
                chats: try bench.database.chats.all(), areAll: true, ignoredUserIDs: [], drafts: [], outbox: [],
                openChatID: Story.chatID))
        bench.queue.post(ConnectionEvent.changed(.connecting))
    }

    /// - Parameter meanwhile: Runs before the disk answers the resulting request.
    private func receive(
        _ positions: ClosedRange<Int64>, isLimited: Bool = false, meanwhile: () -> Void = {}
    ) async throws {
        var change = ChatChange(chatID: Story.chatID, membership: .joined)
        change.timeline = .init(
            messages: positions.map { Story.line($0).message }, isLimited: isLimited,
            previousBatch: isLimited ? "p" : nil)
        let applied = try await bench.database.sync.apply(SyncSlice(changes: [change]))
        bench.queue.post(SyncEvent.received(applied, isFirstSync: false))
        meanwhile()
        await bench.answered()
        bench.frames.deliver()
    }

    private func isShown(_ eventID: String, from first: String? = nil) throws {
        let messages = bench.state.timeline.window.messages.map(\.message)
        let start = try #require(messages.last { $0.eventID == first ?? eventID })
        let end = try #require(messages.last { $0.eventID == eventID })
        chat?.wasShown(.of(start), .of(end))
    }

    private var firstUnread: String? { bench.state.timeline.unread?.firstEventID }

    private var rows: [String] { RowWords.lines(chat?.rows ?? []).filter { $0.hasPrefix("--") } }

    private func hasTold(_ eventID: String) throws -> Bool {
        let place = try bench.database.messages.position(ofEventID: eventID, chatID: Story.chatID)
        return bench.state.reading.hasTold(try #require(place), chatID: Story.chatID)
    }

    @Test func chatOpensAtFirstUnread() async throws {
        try await startAgain()
        bench.frames.deliver()
        let number = chat?.chatNumber
        #expect(!rows.contains("-- new"))
        try await receive(4...33)
        #expect(rows.contains("-- new"))
        #expect(firstUnread == "$4")
        #expect(chat?.goToUnread.reason == nil)
        // The pane determines its scroll position again.
        #expect(chat?.chatNumber != number)
    }

    @Test func onlyShownMessagesAreMarkedRead() async throws {
        try await startAgain()
        try await receive(4...33)
        try isShown("$22", from: "$2")
        #expect(try hasTold("$22"))
        #expect(try !hasTold("$23"))
    }

    @Test func messagesAfterUnseenOnesAreNotMarkedRead() async throws {
        try await startAgain()
        try await receive(4...33)
        try isShown("$33", from: "$20")
        #expect(try !hasTold("$4"))
        // Messages that were seen earlier count as read once the messages before them were seen.
        try isShown("$19", from: "$3")
        #expect(try hasTold("$33"))
    }

    @Test func messagesAfterGapAreNotMarkedRead() async throws {
        try await startAgain()
        try await receive(14...33, isLimited: true)
        try isShown("$33", from: "$14")
        #expect(try !hasTold("$14"))
        let gap = try #require(try bench.database.messages.newestGap(chatID: Story.chatID, upTo: .max))
        let applied = try await bench.database.messages.fillGap(
            chatID: Story.chatID, gap: gap, with: (4...13).reversed().map { Story.line($0).message }, nextToken: nil)
        bench.queue.post(HistoryEvent.gapFilled(chatID: Story.chatID, applied))
        await bench.answered()
        bench.frames.deliver()
        try isShown("$10", from: "$3")
        #expect(try hasTold("$10"))
        #expect(try !hasTold("$11"))
        try isShown("$13", from: "$8")
        #expect(try hasTold("$33"))
    }

    @Test func unreadMarkerIsHiddenUntilFirstUnreadIsKnown() async throws {
        try await startAgain()
        try await receive(14...33, isLimited: true)
        #expect(!rows.contains("-- new"))
        #expect(firstUnread == nil)
        #expect(chat?.goToUnread.reason == nil)
    }

    @Test func goingToLatestMarksAllRead() async throws {
        try await startAgain()
        try await receive(14...33, isLimited: true)
        bench.queue.post(HistoryEvent.needsLatest(chatID: Story.chatID))
        await bench.answered()
        bench.frames.deliver()
        chat?.wentToLatest()
        #expect(try hasTold("$33"))
    }

    @Test func sendingMarksLoadedMessagesReadButNotAfterGap() async throws {
        try await startAgain()
        try await receive(4...5)
        bench.queue.post(OutboxEvent.accepted(Story.outboxLine("tea")))
        await bench.answered()
        try isShown("$5", from: "$5")
        #expect(try hasTold("$5"))
        try await receive(26...33, isLimited: true)
        bench.queue.post(OutboxEvent.accepted(Story.outboxLine("milk")))
        await bench.answered()
        try isShown("$33", from: "$30")
        #expect(try !hasTold("$26"))
    }

    @Test func scriptSendDoesNotMarkMessagesRead() async throws {
        try await startAgain()
        try await receive(4...5)
        let fates = bench.parts.effects.scripts.fates(ofLine: "tea")
        bench.queue.post(OutboxEvent.accepted(Story.outboxLine("tea")))
        await bench.answered()
        try isShown("$5", from: "$5")
        #expect(try !hasTold("$4"))
        withExtendedLifetime(fates) {}
    }

    @Test func laterMessagesAreReadAfterKeyPress() async throws {
        try await startAgain()
        try await receive(4...5)
        bench.queue.post(ConnectionEvent.changed(.online))
        try isShown("$5", from: "$4")
        try await receive(6...6)
        try isShown("$6")
        #expect(try hasTold("$5"))
        #expect(try !hasTold("$6"))
        bench.queue.post(ReadMarkerEvent.keyPressed)
        #expect(try hasTold("$6"))
    }

    @Test func earlyKeyPressKeepsScrollPosition() async throws {
        try await startAgain()
        bench.frames.deliver()
        let number = chat?.chatNumber
        bench.queue.post(ReadMarkerEvent.keyPressed)
        try await receive(4...33)
        #expect(chat?.chatNumber == number)
        #expect(rows.contains("-- new"))
        #expect(firstUnread == "$4")
    }

    @Test func earlyScrollingKeepsPositionAndCountsNewMessages() async throws {
        try await startAgain(last: 300)
        let window = bench.state.timeline.window
        let number = bench.state.timeline.number
        #expect(window.hasNewer)
        try await receive(301...310) { bench.queue.post(ReadMarkerEvent.keyPressed) }
        #expect(bench.state.timeline.window == window)
        #expect(bench.state.timeline.number == number)
        #expect(bench.state.timeline.unread?.count == 307)
        let last = try #require(Int(window.messages.last?.message.eventID.dropFirst() ?? ""))
        #expect(chat?.newBelow == 310 - last)
    }

    /// The user waits for it, and may cancel.
    @Test func goingToFirstUnreadShowsCancelableWait() async throws {
        try await startAgain()
        try await receive(14...33, isLimited: true)
        try #require(chat).goToUnread()
        #expect(bench.openChat.shouldShowBusy)
        chat?.stopWaiting()
        #expect(!bench.openChat.shouldShowBusy)
        await bench.answered()
        #expect(bench.state.timeline.sought == nil)
    }

    @Test func unreadMarkerMovesAfterReading() async throws {
        try await startAgain()
        try await receive(4...5)
        bench.queue.post(ConnectionEvent.changed(.online))
        try isShown("$5", from: "$4")
        try await receive(6...7)
        #expect(firstUnread == "$6")
        try await receive(8...9)
        #expect(firstUnread == "$6")
        #expect(bench.state.timeline.unread?.count == 4)
    }

    /// A page of history is stored, and read with its chat, before the disk has the new read position.
    @Test func lateHistoryDoesNotRestoreUnreadCount() async throws {
        try await startAgain()
        var change = ChatChange(chatID: Story.chatID, membership: .joined)
        change.timeline = .init(messages: [Story.line(4).message], isLimited: false, previousBatch: nil)
        change.notificationCount = .set(1)
        let applied = try await bench.database.sync.apply(SyncSlice(changes: [change]))
        bench.queue.post(SyncEvent.received(applied, isFirstSync: false))
        await bench.answered()
        bench.frames.deliver()
        #expect(bench.state.chatList.unreadTotal == 1)
        try isShown("$4")
        #expect(bench.state.chatList.unreadTotal == 0)
        bench.queue.post(HistoryEvent.gapFilled(chatID: Story.chatID, applied))
        #expect(bench.state.chatList.unreadTotal == 0)
    }
}
