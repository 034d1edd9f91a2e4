import Conversations
import Storage
import Testing
import ViewModels

@testable import Engine
@testable import Messenger

/// Tests the text in place of older messages that could not be fetched.
@MainActor
@Suite(.timeLimit(.minutes(5))) final class MissingHistoryTests {
    private let bench: Workbench
    private var chat: ChatViewModel?

    init() throws {
        bench = try Workbench()
        bench.queue.open()
        bench.events.chat.subscribe(self) { $0.chat = $1 }
    }

    private var gapText: String? {
        (chat?.rows ?? []).lazy.compactMap { row -> String? in
            if case .gap(let text) = row.content { text.string } else { nil }
        }.first
    }

    /// Opens a chat of which only the last line was received.
    private func openWithGap() async throws -> TimelineGap {
        var change = ChatChange(chatID: Story.chatID, membership: .joined)
        change.timeline = .init(
            messages: [Story.line(9).message], isLimited: true, previousBatch: "before the last line")
        let applied = try await bench.database.sync.apply(SyncSlice(changes: [change]))
        bench.queue.post(SyncEvent.received(applied, isFirstSync: true))
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        await bench.answered()
        bench.frames.deliver()
        return try #require(bench.state.timeline.window.gaps.first)
    }

    private func fail(_ gap: TimelineGap, isPassing: Bool) {
        bench.queue.post(
            HistoryEvent.failed(
                chatID: Story.chatID, gap: gap, reason: .refused(), isPassing: isPassing))
        bench.frames.deliver()
    }

    @Test func temporaryHistoryFailureIsRetried() async throws {
        let gap = try await openWithGap()
        #expect(gapText == "Older messages are not here yet")
        fail(gap, isPassing: true)
        #expect(gapText == "Older messages: The server doesn't allow it (no). Trying again in 5 s.")
    }

    @Test func permanentHistoryFailureExplainsRetry() async throws {
        let gap = try await openWithGap()
        fail(gap, isPassing: false)
        #expect(gapText == "Older messages: The server doesn't allow it (no). Page Up here asks again")
        try #require(chat).needsOlder()
        bench.frames.deliver()
        #expect(gapText == "Loading older messages…")
    }
}
