import Testing
import ViewModels

@testable import Engine
@testable import Messenger

@MainActor
@Suite(.timeLimit(.minutes(5))) struct CompletionRoutingTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench()
        bench.queue.open()
    }

    @Test func completionUpdatesWhenMembersLoad() async throws {
        try await bench.sync([
            Story.membership("a", of: Story.ana, "join"), Story.membership("b", of: Story.bo, "join"),
        ])
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        bench.queue.post(CompletionEvent.asked(CompletionQuery(kind: .person, text: "b")))
        #expect(bench.state.completion.candidates.isEmpty)
        await bench.answered()
        #expect(bench.state.completion.candidates.count == 1)
    }
}
