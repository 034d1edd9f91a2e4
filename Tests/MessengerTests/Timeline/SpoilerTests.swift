import Conversations
import Storage
import Testing

@testable import Engine
@testable import Messenger

/// Tests spoilers, which stay hidden until they are revealed.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct SpoilerTests {
    private let bench: Workbench

    init() async throws {
        bench = try Workbench()
        bench.queue.open()
        var change = ChatChange(chatID: Story.chatID, membership: .joined)
        change.timeline = .init(messages: [Story.line(1, "tea").message], isLimited: false, previousBatch: nil)
        _ = try await bench.database.sync.apply(SyncSlice(changes: [change]))
        bench.queue.post(
            ChatEvent.loaded(
                chats: try bench.database.chats.all(), areAll: true, ignoredUserIDs: [], drafts: [], outbox: [],
                openChatID: Story.chatID))
    }

    @Test func spoilerStaysOpenUntilToggledOrChatReopened() {
        bench.queue.post(MessageActionEvent.turningSpoilers(of: "$1"))
        #expect(bench.state.timeline.opened == ["$1"])
        bench.queue.post(MessageActionEvent.turningSpoilers(of: "$1"))
        #expect(bench.state.timeline.opened.isEmpty)
        bench.queue.post(MessageActionEvent.turningSpoilers(of: "$1"))
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        #expect(bench.state.timeline.opened.isEmpty)
    }
}
