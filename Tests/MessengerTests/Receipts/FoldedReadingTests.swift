import Conversations
import MatrixAPI
import Testing
import ViewModels

@testable import Engine
@testable import Messenger

/// Tests rows that fold several undecryptable messages. Seeing the row marks all of them as read.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct FoldedReadingTests {
    private let bench: Workbench

    init() async throws {
        bench = try Workbench()
        bench.queue.open()
        try await bench.sync(
            [Story.event("1")] + (2...7).map { Story.event("\($0)", "m.room.encrypted", content: [:]) })
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        await bench.answered()
    }

    private func row(_ number: Int) -> ChatRowID { .of(bench.state.timeline.window.messages[number - 1].message) }

    @Test func foldedRowOnScreenShowsAllItsMessages() throws {
        let chat = bench.openChat
        #expect(chat.rows.last?.id == row(2))
        chat.wasShown(row(1), row(2))
        let positions = bench.state.timeline.window.messages.map(\.position)
        #expect(bench.state.reading.positionsOnScreen(chatID: Story.chatID) == positions)
    }

    @Test func jumpToFoldedMessageLeadsToItsRow() {
        let message = bench.state.timeline.window.messages[4].message
        #expect(bench.state.timeline.jump(to: message.eventID) == true)
        #expect(bench.openChat.jump?.row == row(2))
    }
}
