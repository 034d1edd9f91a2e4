import Conversations
import MatrixAPI
import MatrixClient
import Storage
import Testing
import ViewModels

@testable import Engine
@testable import Messenger
@testable import Presentation

/// Tests keys on a stale chat. An event may open another chat while the screen still shows the previous one for a
/// frame. A question about one of its messages may stay even longer. An action there applies to that chat, or has no
/// effect.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct StaleChatTests {
    private let bench: Workbench
    /// The view model of the chat that was open before.
    private let chat: ChatViewModel
    private static let other = "!other"

    /// Both chats begin with a gap, and have three unread messages at the same positions.
    init() async throws {
        bench = try Workbench()
        bench.queue.open()
        for (chatID, first) in [(Story.chatID, Int64(1)), (Self.other, 11)] {
            var change = ChatChange(chatID: chatID, membership: .joined)
            change.timeline = .init(
                messages: (first...first + 2).map { Story.line($0).message }, isLimited: true, previousBatch: "p")
            change.notificationCount = .set(3)
            _ = try await bench.database.sync.apply(SyncSlice(changes: [change]))
        }
        bench.queue.post(
            ChatEvent.loaded(
                chats: try bench.database.chats.all(), areAll: true, ignoredUserIDs: [], drafts: [], outbox: [],
                openChatID: Story.chatID))
        let reply: JSONValue = [
            "msgtype": "m.text", "body": "tea", "m.relates_to": ["m.in_reply_to": ["event_id": "$0"]],
        ]
        try await bench.sync([Story.event("own", by: Story.ana, content: reply)])
        await bench.answered()
        bench.state.outbox.append(Story.outboxLine("milk"))
        chat = bench.openChat
        bench.queue.post(ChatEvent.opened(chatID: Self.other))
        await bench.answered()
    }

    private var actions: MessageActions? {
        chat.rows.lazy.compactMap { chat.actions($0.id) }.last { $0.forward.reason == nil }
    }

    /// Returns the stored line of an action on a message.
    private func line() async throws -> OutboxLine {
        await bench.parts.effects.disk.settle()
        #expect(bench.state.outbox.lines.count == 2)
        return try #require(bench.state.outbox.lines.last)
    }

    @Test func staleShownRowsDoNotMarkNewChatRead() throws {
        let rows = chat.rows.filter(\.isMessage)
        chat.wasShown(try #require(rows.first).id, try #require(rows.last).id)
        #expect(bench.state.reading.positionsOnScreen(chatID: Self.other) == nil)
    }

    @Test func staleGoToLatestDoesNotMarkNewChatRead() {
        bench.state.reading.read(through: 0, chatID: Self.other)
        chat.wentToLatest()
        #expect(bench.state.reading.readThrough(chatID: Self.other) == 0)
    }

    @Test func staleNavigationDoesNotMoveNewChat() throws {
        chat.needsFirst()
        #expect(bench.state.timeline.sought == nil)
        try #require(actions).goToQuoted()
        #expect(bench.state.timeline.awaited == nil)
        chat.needsOlder()
        let gap = try #require(chat.rows.first { if case .gap = $0.content { true } else { false } })
        let place = try #require(bench.state.timeline.window.gaps.first?.position)
        bench.state.timeline.failGap(at: place, .notInHistory)
        chat.gapWasShown(gap.id)
        #expect(!bench.state.timeline.gapProblems.isEmpty)
        #expect(!bench.state.timeline.isLoadingOlder)
    }

    @Test func staleMessageInfoActionStillWorks() async throws {
        try #require(actions).showStory()
        await bench.answered()
        #expect(bench.state.story.message?.message.eventID == "$own")
    }

    @Test func staleDeleteAppliesToItsOwnChat() async throws {
        try #require(actions).delete("no milk")
        #expect(try await line().chatID == Story.chatID)
    }

    @Test func staleReactionAppliesToItsOwnChat() async throws {
        try #require(actions).react("🍵")
        #expect(try await line().chatID == Story.chatID)
    }

    @Test func staleForwardReachesChosenChat() async throws {
        try #require(actions).forward("!coffee")
        let line = try await line()
        #expect(line.chatID == "!coffee")
        #expect(line.body == "tea")
    }

    @Test func staleEditDoesNotStartInNewChat() throws {
        try #require(chat.rows.last.flatMap { chat.actions($0.id) }).edit()
        #expect(bench.state.composer.purpose == .newLine)
    }
}

extension ChatRowViewModel {
    fileprivate var isMessage: Bool {
        if case .message(let message) = content { !message.isOwn } else { false }
    }
}
