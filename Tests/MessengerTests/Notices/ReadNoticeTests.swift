import Conversations
import Storage
import Testing

@testable import Messenger

/// What one saw come is no news after one went elsewhere.
@MainActor
@Suite(.timeLimit(.minutes(2))) struct ReadNoticeTests {
    private let bench: Workbench

    init() async throws {
        bench = try Workbench()
        bench.queue.open()
        try await take(1, counted: 0)
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        bench.queue.post(ReadingEvent.focusChanged(true))
        await bench.answered()
    }

    /// - Parameter counted: how many are unread, as the server has it by then.
    private func take(_ number: Int, counted: Int) async throws {
        var change = ChatChange(chatID: Story.chatID, membership: .joined)
        change.timeline = .init(
            messages: [Story.line(Int64(number)).message], isLimited: false, previousBatch: nil)
        change.notificationCount = .set(counted)
        let applied = try await bench.database.sync.apply(SyncSlice(changes: [change]))
        bench.queue.post(SyncEvent.received(applied, isFirstSync: false))
        await bench.answered()
    }

    private func read() {
        bench.queue.post(
            ReadingEvent.presented(bench.models.timeline.window.messages.map(\.position), chatID: Story.chatID))
        bench.queue.post(ReadingEvent.keyPressed)
    }

    @Test func whatWasReadBeforeTheServerCountedItIsNotCountedWithTheNext() async throws {
        try await take(2, counted: 0)
        read()
        bench.queue.post(ReadingEvent.turned(away: true))
        try await take(3, counted: 2)
        #expect(bench.models.notice.count == 1)
        #expect(bench.models.notice.chatIDs == [Story.chatID])
    }

    @Test func aNoticeGoesWithTheReadingOfWhatItTold() async throws {
        bench.models.notice.add(1, chatID: Story.chatID, text: "2")
        try await take(2, counted: 1)
        read()
        #expect(bench.models.notice.chatIDs.isEmpty)
    }
}
