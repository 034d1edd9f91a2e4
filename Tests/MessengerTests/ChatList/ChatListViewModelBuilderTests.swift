import Conversations
import MatrixClient
import Testing
import ViewModels

@testable import Engine
@testable import Messenger
@testable import Presentation

@MainActor
@Suite(.timeLimit(.minutes(5))) struct ChatListViewModelBuilderTests {
    private let state = SessionState(account: Account(userID: Story.ana, displayName: "Ana"))

    private var list: ChatListViewModel {
        ChatListViewModelBuilder(
            content: ChatListContent(state, time: Story.time), queue: EventQueue(), memo: ChatListRowCache()
        ).build()
    }

    private var rows: [String] {
        let list = list
        return (0..<list.rows.count).map { list.item(list.rows[$0]).contact.string }
    }

    private func chat(_ name: String, activity: Int64, _ edit: (inout Chat) -> Void = { _ in }) -> Chat {
        var chat = Story.chat("!" + name, activity: activity)
        chat.givenName = name
        edit(&chat)
        return chat
    }

    @Test func listIsBusyBeforeLoading() {
        #expect(list.shouldShowBusy)
        #expect(list.emptyText.filled { $0.rawValue } == "No chats yet: new-chat makes one")
    }

    @Test func listIsNotCalledEmptyBeforeFirstSync() {
        state.chatList.load(chats: [])
        state.connection.awaitFirstSync()
        #expect(list.emptyText.string == "Your chats are on their way…")
        #expect(list.beginning.isEmpty)
        state.connection.change(to: .waiting(.unreachable(.noRoute), milliseconds: 1_000), now: Story.noon)
        #expect(list.emptyText.string == "Your chats come once the server answers")
        state.connection.change(to: .online, now: Story.noon)
        #expect(list.emptyText.filled { $0.rawValue } == "No chats yet: new-chat makes one")
        #expect(list.beginning.first?.string.contains(state.account.userID) == true)
        state.connection.change(to: .connecting, now: Story.noon)
        #expect(list.emptyText.filled { $0.rawValue } == "No chats yet: new-chat makes one")
    }

    @Test func pinnedChatsComeFirstAndArchivedOnesAreFoldedAtTheEnd() {
        state.chatList.load(
            chats: [
                chat("new", activity: 9), chat("old", activity: 1),
                chat("second", activity: 8) { $0.tags = ChatTags(isPinned: true, pinOrder: 0.75) },
                chat("first", activity: 0) { $0.tags = ChatTags(isPinned: true, pinOrder: 0.5) },
                chat("away", activity: 10) { $0.tags = ChatTags(isArchived: true) },
            ])
        #expect(rows == ["first", "second", "new", "old", "Archived (1)"])
        state.chatList.turnArchive()
        #expect(rows == ["first", "second", "new", "old", "Archived (1)", "away"])
    }

    @Test func ignoredPeopleAreFoldedAtTheEnd() {
        state.chatList.load(chats: [chat("tea", activity: 1)])
        state.ignoredPeople.replace([Story.kim, Story.bo])
        #expect(rows == ["tea", "Ignored (2)"])
        state.ignoredPeople.turn()
        #expect(rows.suffix(2) == [Story.bo, Story.kim])
    }

    @Test func ignoredDirectChatOffersToUnignore() {
        state.chatList.load(chats: [chat("bo", activity: 1) { $0.directUserID = Story.bo }])
        var actions: ChatListItemActions { list.item(.chat("!bo")).actions }
        #expect(!actions.ignoreQuestion.isEmpty)
        #expect(!actions.states.contains(.ignored))
        state.ignoredPeople.replace([Story.bo])
        #expect(actions.ignoreQuestion.isEmpty)
        #expect(actions.states.contains(.ignored))
    }

    @Test func filterMatchesAllWords() {
        state.chatList.load(
            chats: [
                chat("Tea club", activity: 2), chat("Tea house", activity: 1),
                chat("Old tea", activity: 3) { $0.tags = ChatTags(isArchived: true) }, chat("Cake", activity: 4),
            ])
        state.chatList.setFilter("t")
        state.chatList.setFilter("tea")
        #expect(rows == ["Tea club", "Tea house", "Old tea"])
        state.chatList.setFilter("ho TEA")
        #expect(rows == ["Tea house"])
        state.chatList.merge([chat("Tea shop hours", activity: 5)])
        #expect(rows == ["Tea shop hours", "Tea house"])
        state.chatList.setFilter("nothing")
        #expect(list.emptyText.string == "No chat has that name")
        state.chatList.setFilter("")
        #expect(rows.count == 5)
    }

    @Test func taskErrorNamesActionAndReason() {
        state.chatList.load(chats: [chat("Tea", activity: 1)])
        state.chatTask.fail(.set(.name("Cake"), chatID: "!Tea"), .refused())
        #expect(
            list.errorText.filled { $0.rawValue }
                == "Tea was not renamed: The server doesn't allow it (no). try-again tries again, Esc doesn't")
        #expect(list.retry.reason == nil)
    }

    @Test func invitationCanBeDeclinedButNotPinned() {
        state.chatList.load(chats: [chat("Tea", activity: 1) { $0.membership = .invited }])
        let actions = list.item(.chat("!Tea")).actions
        #expect(actions.pin.reason?.string == "Answer the invitation first: Enter shows it")
        #expect(actions.leave.reason == nil)
    }
}
