import Testing
import ViewModels

@testable import Presentation

/// Tests the screen of the front account, which shows all accounts of its window.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct AccountWindowTests {
    /// Keeps the last view models that panes received.
    @MainActor
    private final class Screen {
        var list: ChatListViewModel?
        var connection: ConnectionViewModel?
        var navigation: NavigationViewModel?
        var notice: NoticeViewModel?
        var picker: FuzzyListViewModel?

        init(_ events: ScreenEvents) {
            events.chatList.subscribe(self) { $0.list = $1 }
            events.connection.subscribe(self) { $0.connection = $1 }
            events.navigation.subscribe(self) { $0.navigation = $1 }
            events.notice.subscribe(self) { $0.notice = $1 }
            events.picker.subscribe(self) { $0.picker = $1 }
        }

        var items: [ChatListItemViewModel] {
            guard let list else { return [] }
            return list.rows.chats.map { list.item(.chat($0)) }
        }

        /// The rows of the list, as in `tea ana`.
        var rows: [String] { items.map { ($0.contact + " " + $0.account).string } }
    }

    private let clock = FrameClock()
    private let window = AccountWindow()
    private let ana: AccountInTest
    private let work: AccountInTest
    private let screen: Screen
    private let screenOfWork: Screen

    init() {
        ana = AccountInTest("@ana:localhost", clock: clock)
        work = AccountInTest("@work:example.org", clock: clock)
        screen = Screen(ana.events)
        screenOfWork = Screen(work.events)
        ana.raise(chats: [("tea", 30), ("Bo", 10)], open: "tea")
        work.raise(chats: [("plan", 20), ("Kim", 5)], open: "plan")
        window.add(ana.inWindow)
        clock.deliver()
    }

    private func addWork() {
        window.add(work.inWindow)
        clock.deliver()
    }

    private func tap(_ contact: String, on screen: Screen) throws {
        try #require(screen.items.first { $0.contact.string == contact }).itemTapped()
        clock.deliver()
    }

    @Test func singleAccountIsShownWithoutMark() {
        #expect(screen.rows == ["tea ", "Bo "])
        #expect(screen.navigation?.actions.closeAccount.reason != nil)
        #expect(window.mark(of: ana.inWindow).isEmpty)
    }

    @Test func chatListMergesAccountsByActivityWithMarks() {
        addWork()
        #expect(screen.rows == ["tea ana", "plan work", "Bo ana", "Kim work"])
        #expect(ana.isAway == nil)
        #expect(work.isAway == true)
    }

    @Test func onlyFrontAccountsOpenChatIsMarkedOpen() {
        addWork()
        #expect(screen.items.filter(\.isOpen).map(\.contact.string) == ["tea"])
    }

    @Test func backgroundActivityMovesRowUp() {
        addWork()
        work.raise(chats: [("Kim", 40), ("plan", 20)], open: "plan", unread: ["Kim"])
        clock.deliver()
        #expect(screen.rows == ["Kim work", "tea ana", "plan work", "Bo ana"])
        #expect(screen.list?.waitingElsewhere == 0)
    }

    @Test func choosingOtherAccountsChatSwitchesAccount() throws {
        addWork()
        var shown: [String] = []
        window.onFront = { shown.append($0.userID) }
        try tap("Kim", on: screen)
        #expect(shown == ["@work:example.org"])
        #expect(work.opened == ["Kim"])
        #expect(ana.opened.isEmpty)
        #expect(ana.isAway == true)
        #expect(work.isAway == false)
        #expect(screenOfWork.rows == ["tea ana", "plan work", "Bo ana", "Kim work"])
        // An account in the background doesn't show the others, and its screen is hidden.
        ana.raise(chats: [("Bo", 50), ("tea", 30)], open: "tea")
        clock.deliver()
        #expect(screenOfWork.rows.first == "Bo ana")
    }

    @Test func detailsOfOtherAccountsChatSwitchAccount() throws {
        addWork()
        try #require(screen.items.first { $0.contact == "Kim" }).actions.showDetails()
        clock.deliver()
        #expect(work.opened == ["details of Kim"])
        #expect(work.isAway == false)
    }

    @Test func lastVisitedChatCanBeInAnotherAccount() throws {
        addWork()
        try tap("Kim", on: screen)
        screenOfWork.navigation?.actions.lastVisited()
        clock.deliver()
        #expect(window.front === ana.inWindow)
        #expect(ana.opened.isEmpty)
    }

    @Test func lastVisitedIsPerAccountAfterOpeningChatThere() throws {
        addWork()
        try tap("Kim", on: screen)
        try tap("plan", on: screenOfWork)
        #expect(screenOfWork.navigation?.actions.lastVisited.reason != nil)
    }

    @Test func chatNavigationCoversAllAccounts() {
        addWork()
        screen.navigation?.actions.nextChat()
        #expect(work.opened == ["plan"])
        screen.navigation?.actions.chatAtPlace(3)()
        #expect(ana.opened == ["Bo"])
        #expect(screen.navigation?.actions.chatAtPlace(5).reason?.string == "There are only 4 chats in the list")
    }

    @Test func catchUpOpensUnreadOpenChatOfOtherAccount() {
        addWork()
        #expect(screen.navigation?.actions.catchUp.reason != nil)
        work.raise(chats: [("plan", 50), ("Kim", 5)], open: "plan", unread: ["plan"])
        clock.deliver()
        #expect(screen.list?.waitingElsewhere == 1)
        screen.navigation?.actions.catchUp()
        #expect(window.front === work.inWindow)
        #expect(work.opened == ["plan"])
    }

    @Test func catchUpVisitsAllAccountsFromOpenChat() {
        addWork()
        ana.raise(chats: [("tea", 30), ("Bo", 10)], open: "tea", unread: ["tea", "Bo"])
        work.raise(chats: [("plan", 20), ("Kim", 5)], open: "plan", unread: ["Kim", "plan"])
        clock.deliver()
        screen.navigation?.actions.catchUp()
        #expect(work.opened == ["plan"])
        #expect(ana.opened.isEmpty)
        clock.deliver()
        screenOfWork.navigation?.actions.catchUp()
        #expect(ana.opened == ["Bo"])
    }

    @Test func notificationNamesAccountAndOpensIt() {
        addWork()
        work.raiseNotice("Kim: lunch?")
        clock.deliver()
        #expect(screen.notice?.text.string == "work: Kim: lunch?")
        screen.notice?.goThere()
        #expect(window.front === work.inWindow)
        #expect(work.opened == ["what is new"])
    }

    @Test func newestNotificationIsShownFirst() {
        addWork()
        work.raiseNotice("Kim: lunch?")
        clock.deliver()
        ana.raiseNotice("Bo: tea?")
        clock.deliver()
        #expect(screen.notice?.text.string == "Bo: tea?")
        ana.raiseNotice("")
        clock.deliver()
        #expect(screen.notice?.text.string == "work: Kim: lunch?")
    }

    @Test func statusLineSumsUnreadAndNamesFailingAccount() {
        addWork()
        ana.raise(unread: 1)
        work.raise(unread: 2, trouble: "offline")
        clock.deliver()
        #expect(screen.connection?.account.string == "@ana:localhost (ana)")
        #expect(screen.connection?.status.string == "online · work: offline")
        #expect(screen.connection?.unread.string == "3 unread")
        #expect(screen.connection?.windowTitle.string == "(3) Confab")
        #expect(screen.connection?.tone == .bad)
        #expect(window.unreadTotal == 3)
    }

    @Test func goToListsChatsOfAllAccounts() throws {
        addWork()
        ana.raiseGoTo()
        clock.deliver()
        let rows = try #require(screen.picker?.rows)
        #expect(rows.map { ($0.title + " " + $0.trailing).string } == ["tea ana", "Bo ana", "plan work", "Kim work"])
        #expect(Set(rows.map(\.id)).count == 4)
        rows.last?.choose()
        #expect(window.front === work.inWindow)
        #expect(work.opened == ["Kim"])
    }

    @Test func pickerOfOneAccountIsNotMerged() {
        addWork()
        ana.events.picker.raise { FuzzyListViewModel(title: "Threads", rows: [], emptyText: "", cancel: {}) }
        clock.deliver()
        #expect(screen.picker?.title == "Threads" && screen.picker?.rows.isEmpty == true)
    }

    @Test func filterAppliesToAllAccounts() {
        addWork()
        screen.list?.filter("ki")
        #expect(ana.filters == ["ki"])
        #expect(work.filters == ["ki"])
    }

    @Test func sameRoomInTwoAccountsHasTwoRows() throws {
        work.raise(chats: [("tea", 20)], open: nil)
        addWork()
        #expect(screen.rows == ["tea ana", "tea work", "Bo ana"])
        screen.items[1].itemTapped()
        #expect(work.opened == ["tea"])
    }

    @Test func archivesOfAllAccountsShareOneRow() throws {
        ana.raise(chats: [("tea", 30)], archived: ["old"])
        work.raise(chats: [], archived: ["older", "oldest"])
        addWork()
        let list = try #require(screen.list)
        #expect(list.rows.count == 2)
        #expect(list.item(.archive).contact.string == "Archived (3)")
    }

    @Test func keyPressIsReportedToAllAccounts() {
        addWork()
        screen.navigation?.actions.keyPressed()
        #expect(ana.keys == 1)
        #expect(work.keys == 1)
    }

    @Test func closedAccountIsReplacedByAnother() {
        addWork()
        window.onClose = { [window] in window.remove($0) }
        screen.navigation?.actions.closeAccount()
        clock.deliver()
        #expect(window.front === work.inWindow)
        #expect(work.isAway == false)
        #expect(screenOfWork.rows == ["plan ", "Kim "])
        #expect(screenOfWork.navigation?.actions.closeAccount.reason != nil)
    }
}
