import Conversations
import Storage
import Testing

@testable import Engine
@testable import Messenger

/// Tests the cost of a typed letter before its line is sent.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct TypedLetterTests {
    /// If each letter waited for the disk, typing would lag visibly.
    @Test(arguments: [false, true]) func typingDoesNotReadDisk(isEncrypted: Bool) async throws {
        let bench = try Workbench(encrypts: true)
        bench.queue.open()
        try await bench.sync(state: isEncrypted ? [Story.encryption] : [], [Story.event("1")])
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        await bench.answered()
        await bench.kept()
        let before = bench.database.readsOnMainActor
        for text in ["t", "te", "tea"] {
            bench.queue.post(ComposerEvent.edited(text: text, of: try #require(bench.state.composer.place)))
            _ = bench.openChat
        }
        #expect(bench.state.composer.text == "tea")
        #expect(bench.database.readsOnMainActor == before)
    }
}
