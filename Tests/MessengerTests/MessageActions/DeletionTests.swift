import Conversations
import Testing
import ViewModels

@testable import Engine
@testable import Messenger

/// Tests deletions, which are not encrypted, not even in an encrypted chat.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct DeletionTests {
    @Test(arguments: [false, true]) func deletionReasonIsAskedOnlyInUnencryptedChats(isEncrypted: Bool) async throws {
        let bench = try Workbench()
        bench.queue.open()
        try await bench.sync(state: isEncrypted ? [Story.encryption] : [], [Story.event("1", by: Story.ana)])
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        await bench.answered()
        let sent = try #require(bench.state.timeline.window.messages.last?.message)
        #expect(bench.openChat.actions(.of(sent))?.shouldAskWhyItIsDeleted == !isEncrypted)
        let waiting = Story.outboxLine("o1", .sent(eventID: "$2"))
        bench.state.outbox.load([waiting])
        #expect(bench.openChat.actions(.of(waiting))?.shouldAskWhyItIsDeleted == !isEncrypted)
    }
}
