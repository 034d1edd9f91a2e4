import Conversations
import MatrixClient
import Testing
import ViewModels

@testable import Messenger

@MainActor
@Suite(.timeLimit(.minutes(5))) struct ChatListViewModelBuilderTests {
    private let models = SessionModels(account: Account(userID: Story.ana, displayName: "Ana"))

    private var list: ChatListViewModel {
        ChatListViewModelBuilder(
            content: ChatListContent(models, time: Story.time), queue: EventQueue(), memo: ChatListRowCache()
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
        models.chatList.load(chats: [], drafts: [])
        models.connection.awaitFirstSync()
        #expect(list.emptyText.string == "Your chats are on their way…")
        #expect(list.beginning.isEmpty)
        models.connection.change(to: .waiting(.unreachable(.noRoute), milliseconds: 1_000), now: Story.noon)
        #expect(list.emptyText.string == "Your chats come once the server answers")
        models.connection.change(to: .online, now: Story.noon)
        #expect(list.emptyText.filled { $0.rawValue } == "No chats yet: new-chat makes one")
        #expect(list.beginning.first?.string.contains(models.account.userID) == true)
        models.connection.change(to: .connecting, now: Story.noon)
        #expect(list.emptyText.filled { $0.rawValue } == "No chats yet: new-chat makes one")
    }

    @Test func pinnedChatsComeFirstAndArchivedOnesAreFoldedAtTheEnd() {
        models.chatList.load(
            chats: [
                chat("new", activity: 9), chat("old", activity: 1),
                chat("second", activity: 8) { $0.tags = ChatTags(isPinned: true, pinOrder: 0.75) },
                chat("first", activity: 0) { $0.tags = ChatTags(isPinned: true, pinOrder: 0.5) },
                chat("away", activity: 10) { $0.tags = ChatTags(isArchived: true) },
            ], drafts: [])
        #expect(rows == ["first", "second", "new", "old", "Archived (1)"])
        models.chatList.turnArchive()
        #expect(rows == ["first", "second", "new", "old", "Archived (1)", "away"])
    }

    @Test func ignoredPeopleAreFoldedAtTheEnd() {
        models.chatList.load(chats: [chat("tea", activity: 1)], drafts: [])
        models.ignoredPeople.replace([Story.kim, Story.bo])
        #expect(rows == ["tea", "Ignored (2)"])
        models.ignoredPeople.turn()
        #expect(rows.suffix(2) == [Story.bo, Story.kim])
    }

    @Test func ignoredDirectChatOffersToUnignore() {
        models.chatList.load(chats: [chat("bo", activity: 1) { $0.directUserID = Story.bo }], drafts: [])
        var actions: ChatListItemActions { list.item(.chat("!bo")).actions }
        #expect(!actions.ignoreQuestion.isEmpty)
        #expect(!actions.states.contains(.ignored))
        models.ignoredPeople.replace([Story.bo])
        #expect(actions.ignoreQuestion.isEmpty)
        #expect(actions.states.contains(.ignored))
    }

    @Test func filterMatchesAllWords() {
        models.chatList.load(
            chats: [
                chat("Tea club", activity: 2), chat("Tea house", activity: 1),
                chat("Old tea", activity: 3) { $0.tags = ChatTags(isArchived: true) }, chat("Cake", activity: 4),
            ], drafts: [])
        models.chatList.setFilter("t")
        models.chatList.setFilter("tea")
        #expect(rows == ["Tea club", "Tea house", "Old tea"])
        models.chatList.setFilter("ho TEA")
        #expect(rows == ["Tea house"])
        models.chatList.merge([chat("Tea shop hours", activity: 5)])
        #expect(rows == ["Tea shop hours", "Tea house"])
        models.chatList.setFilter("nothing")
        #expect(list.emptyText.string == "No chat has that name")
        models.chatList.setFilter("")
        #expect(rows.count == 5)
    }

    @Test func taskErrorNamesActionAndReason() {
        models.chatList.load(chats: [chat("Tea", activity: 1)], drafts: [])
        models.chatTask.fail(.set(.name("Cake"), chatID: "!Tea"), .refused())
        #expect(
            list.errorText.filled { $0.rawValue }
                == "Tea was not renamed: The server doesn't allow it (no). try-again tries again, Esc doesn't")
        #expect(list.retry.reason == nil)
    }

    @Test func invitationCanBeDeclinedButNotPinned() {
        models.chatList.load(chats: [chat("Tea", activity: 1) { $0.membership = .invited }], drafts: [])
        let actions = list.item(.chat("!Tea")).actions
        #expect(actions.pin.reason?.string == "Answer the invitation first: Enter shows it")
        #expect(actions.leave.reason == nil)
    }
}
