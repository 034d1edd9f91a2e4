import Conversations
import Testing
import ViewModels

@testable import Engine
@testable import Messenger
@testable import Presentation

/// Counts the rows of the list that are built for a change.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct ChatListRowMemoTests {
    private let state = SessionState(account: Account(userID: Story.ana, displayName: "Ana"))
    private let queue = EventQueue()
    private let memo = ChatListRowCache()

    init() {
        state.chatList.load(chats: ["!tea", "!cake", "!jam"].map { Story.chat($0) })
        _ = made()
    }

    /// Shows all rows, and returns the number of rows that this built.
    private func made(time: TimeText = Story.time) -> Int {
        let before = memo.madeCount
        let list = ChatListViewModelBuilder(content: ChatListContent(state, time: time), queue: queue, memo: memo)
            .build()
        for place in 0..<list.rows.count { _ = list.item(list.rows[place]) }
        return memo.madeCount - before
    }

    @Test func changeOfOneChatRebuildsItsRowAlone() {
        #expect(made() == 0)
        state.chatList.merge([Story.chat("!tea", activity: 5, unread: 1)])
        #expect(made() == 1)
        state.drafts.set("half", at: "!cake")
        #expect(made() == 1)
        state.chatList.setBusy("!jam")
        #expect(made() == 1)
        state.outbox.append(Story.outboxLine("soon"))
        #expect(made() == 1)
        state.outbox.setState(.failed(reason: .said("no")), id: "soon")
        #expect(made() == 1)
        state.outbox.remove(["soon"])
        #expect(made() == 1)
        #expect(made() == 0)
    }

    @Test func openingAnotherChatRebuildsTwoRows() {
        state.chatList.open("!tea")
        #expect(made() == 1)
        state.chatList.open("!cake")
        #expect(made() == 2)
    }

    @Test func changedClockOrIgnoredPersonRebuildsAllRows() {
        let clock = TimeText(now: Story.noon, usesTwelveHours: true)
        #expect(made(time: clock) == 3)
        state.ignoredPeople.replace([Story.kim])
        #expect(made(time: clock) == 3)
    }
}
