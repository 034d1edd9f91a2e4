import Conversations
import Testing
import ViewModels

@testable import Messenger
@testable import Presentation

@MainActor
@Suite(.timeLimit(.minutes(5))) struct ChatNoteTests {
    private let bench: Workbench

    init() throws { bench = try Workbench() }

    private func note(_ change: (inout Chat) -> Void) -> String {
        var chat = Story.chat(Story.chatID)
        change(&chat)
        bench.state.chatList.merge([chat])
        bench.state.timeline.open(chatID: Story.chatID, stored: nil)
        let content = OpenChatContent(bench.state, time: Story.time)
        return ChatScreenBuilder(content: content, queue: bench.queue).build().note.string
    }

    @Test func topicIsShownOnOneLine() {
        #expect(note { $0.topic = "green\nor black" } == "green or black")
        #expect(note { $0.topic = nil } == "")
    }

    @Test func noteSaysPersonHasNotJoinedUntilTheyDo() {
        func direct(_ joined: Int, _ invited: Int) -> String {
            note { chat in
                chat.directUserID = Story.bo
                chat.heroes = [ChatPerson(userID: Story.bo, displayName: "Bo")]
                (chat.joinedCount, chat.invitedCount) = (joined, invited)
            }
        }
        #expect(direct(1, 1) == "Bo hasn't joined yet")
        #expect(direct(2, 0) == "")
    }
}
