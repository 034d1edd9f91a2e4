import ViewModels

@testable import Presentation

/// An account of a window whose events a test raises.
@MainActor
final class AccountInTest {
    let events: ScreenEvents
    /// Whether another account's chats are on screen, by the last notification.
    private(set) var isAway: Bool?
    private(set) var opened: [String] = []
    private(set) var filters: [String] = []
    private(set) var keys = 0
    private(set) lazy var inWindow = WindowAccount(
        userID: userID, events: events, turn: { [unowned self] in isAway = $0 },
        rowsToGoTo: { [unowned self] in chats.map { id in row(id) } })
    private let userID: String
    private var chats: [String] = []
    private var openedCount = 0

    init(_ userID: String, clock: FrameClock) {
        self.userID = userID
        events = ScreenEvents(clock: clock)
        raiseNavigation()
        raiseNotice("")
        raise(unread: 0)
    }

    /// - Parameter chats: The identifiers with their newest activity, the newest first.
    func raise(chats: [(id: String, at: Int64)], open: String? = nil, unread: Set<String> = [], archived: [String] = [])
    {
        self.chats = chats.map(\.id)
        let rows = ChatListRows(chats: self.chats, archive: .init(isOpen: false, values: archived))
        var model = ChatListViewModel(rows: rows) { [unowned self] id in
            var item = ChatListItemViewModel(id: id, contact: DisplayText(sanitizing: id.text)) { self.open(id.text) }
            item.actions.showDetails = .available { self.open("details of \(id.text)") }
            item.isOpen = id == open.map { .chat($0) }
            if unread.contains(id.text) { item.unreadMessageCount = "1" }
            return item
        }
        let times = Dictionary(chats.map { ($0.id, $0.at) }) { $1 }
        model.rank = { ChatListRank(lastActivity: times[$0] ?? 0) }
        model.openRow = open.map { .chat($0) }
        model.filter = { [unowned self] in filters.append($0) }
        events.chatList.raise { model }
    }

    func raise(unread: Int, trouble: DisplayText = .empty) {
        let counts = ConnectionCounts(unread: unread)
        let connection = ConnectionViewModel(
            account: DisplayText(sanitizing: userID), status: "online", tone: trouble.isEmpty ? .good : .bad,
            unread: counts.text, windowTitle: counts.windowTitle, counts: counts, trouble: trouble,
            tryNow: .unavailable(""))
        events.connection.raise { connection }
    }

    func raiseNotice(_ text: DisplayText) {
        events.notice.raise { [unowned self] in
            NoticeViewModel(text: text, goThere: .available { self.open("what is new") }, dismiss: .available {})
        }
    }

    func raiseGoTo() {
        events.picker.raise { [unowned self] in
            FuzzyListViewModel(
                title: "Go to", rows: chats.map { row($0) }, emptyText: "", isOfAllAccounts: true, cancel: {})
        }
    }

    private func open(_ text: String) {
        opened.append(text)
        openedCount += 1
        raiseNavigation()
    }

    private func row(_ id: String) -> FuzzyListRowViewModel {
        FuzzyListRowViewModel(
            id: FuzzyListRowID(id), title: DisplayText(sanitizing: id),
            choose: .available { [unowned self] in open(id) })
    }

    private func raiseNavigation() {
        var actions = NavigationViewModel.Actions()
        actions.keyPressed = .available { [unowned self] in keys += 1 }
        let count = openedCount
        events.navigation.raise {
            NavigationViewModel(screen: .chats, detail: .chat, openedCount: count, actions: actions)
        }
    }
}
