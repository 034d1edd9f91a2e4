import Conversations
import Storage
import Testing

@testable import Engine
@testable import Messenger

/// Tests the work of an arriving message on the main actor, which keys wait for.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct ArrivalTests {
    @Test func arrivalInOpenChatReadsNoDisk() async throws {
        let bench = try Workbench()
        bench.queue.open()
        var change = ChatChange(chatID: Story.chatID, membership: .joined)
        change.members = Array(Story.members.values)
        change.timeline = .init(messages: [Story.line(1).message], isLimited: false, previousBatch: nil)
        let first = try await bench.database.sync.apply(SyncSlice(changes: [change]))
        bench.queue.post(SyncEvent.received(first, isFirstSync: true))
        await bench.answered()
        #expect(bench.state.timeline.window.messages.count == 1)
        change.members = []
        change.timeline?.messages = [Story.line(2).message]
        let second = try await bench.database.sync.apply(SyncSlice(changes: [change]))
        // A read after this point would fail.
        bench.database.close()
        bench.queue.post(SyncEvent.received(second, isFirstSync: false))
        #expect(bench.state.timeline.window.messages.count == 2)
        #expect(bench.state.connection.storageProblem == nil)
        #expect(bench.state.timeline.members.count == Story.members.count)
    }
}
