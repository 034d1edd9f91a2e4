import Terminal
import Testing
import ViewModels

@testable import Panes

/// A screen with the chats of the design document's picture, and a record of the requests that its keys made.
@MainActor
final class TestScreen {
    let frames = FrameClock()
    let events: ScreenEvents
    let clock = TestClock()
    let screen: MessengerScreen
    private(set) var size: Size
    var asked: [String] = []
    var commands: [ScreenCommand] = []
    var navigation: NavigationViewModel.Screen = .chats
    var detail: NavigationViewModel.Detail = .chat
    var openedCount = 1
    var goal: NavigationViewModel.Goal?
    var composerRevision = 1
    var recentCommands: [String] = []
    var filterText = ""
    /// Returns the list's interpretation of a typed command.
    var listCommand: @MainActor (String) -> ListCommandViewModel? = { _ in nil }
    var listError = DisplayText.empty
    /// The reported scroll positions.
    var stands: [ScrollPosition] = []
    var openChat: ChatListItemID?
    /// The number of list rows that were built.
    var builtItems = 0

    init(width: Int, height: Int) {
        size = Size(width: width, height: height)
        events = ScreenEvents(clock: frames)
        screen = MessengerScreen(events: events, size: size, after: clock.after)
        screen.onCommand = { [unowned self] in commands.append($0) }
        raiseNavigation()
        raiseConnection()
        raiseChatList()
        raiseChat(Samples.rows)
        raiseComposer("")
        raiseCompletion()
        frames.deliver()
    }

    /// The text on the screen. It must equal a full redraw, which finds panes that skipped a needed redraw.
    var text: String {
        frames.deliver()
        let frame = screen.draw()
        screen.wasPresented()
        screen.chats.invalidateFrames()
        let anew = screen.draw()
        #expect(anew.hasSameCells(as: frame))
        #expect(anew.cursor == frame.cursor)
        return frame.text
    }

    var lines: [String] { text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init) }

    var footer: String { lines.last ?? "" }

    func press(_ keys: Key...) {
        for key in keys {
            frames.answer { screen.handle(.key(key)) }
            frames.deliver()
        }
    }

    func type(_ text: String) {
        for character in text { press(.character(character)) }
    }

    /// Types a letter as an answer, without any input after it for a while.
    func answer(_ letter: Character) {
        press(.character(letter))
        clock.runAll()
        frames.deliver()
    }

    func resize(width: Int, height: Int) {
        size = Size(width: width, height: height)
        screen.resize(to: size)
    }

    func raiseNavigation() {
        var model = NavigationViewModel(
            screen: navigation, detail: detail, openedCount: openedCount,
            recentCommands: recentCommands, actions: actions)
        model.goal = goal
        let shown = model
        events.navigation.raise { shown }
    }

    func raiseConnection(status: DisplayText = "online", tone: ConnectionViewModel.Tone = .good) {
        let model = ConnectionViewModel(
            account: "ana", status: status, tone: tone, unread: "3 unread",
            tryNow: tone == .bad ? action("tryNow") : .unavailable("You are online"))
        events.connection.raise { model }
    }

    func raiseChatList(_ items: [ChatListItemViewModel]? = nil) {
        let items = items ?? Samples.items { [weak self] in self?.asked.append("open \($0)") }
        let byID = Dictionary(items.map { ($0.id, $0) }) { _, last in last }
        let groups = ChatListRows.Groups(rows: items.map(\.id), spaces: 0..<0)
        let rows = ChatListRows(
            chats: items.map(\.id.text), groups: items.contains { $0.id.isSpace } ? groups : nil)
        var model = ChatListViewModel(rows: rows) { [weak self] id in
            self?.builtItems += 1
            return byID[id] ?? ChatListItemViewModel(id: id, contact: "") {}
        }
        model.emptyText = "No chats yet: " + .key(.newChat) + " makes one"
        model.openRow = items.first { $0.isOpen }?.id
        model.openChat = openChat
        model.spaceChoice = { [weak self] id, move in
            let row = FuzzyListRowViewModel(
                id: FuzzyListRowID("Team"), title: "Team",
                choose: .available { self?.asked.append("\(move) Team: \(id.text)") })
            return SpaceChoice(title: "Which space?", rows: [row], lack: id.isPerson ? "No chat" : nil)
        }
        model.waitingElsewhere = items.count { !$0.isOpen && (!$0.unreadMessageCount.isEmpty || $0.isInvitation) }
        model.filterText = filterText
        model.filter = { [weak self] in self?.asked.append("filter \($0)") }
        model.command = listCommand
        model.shouldShowError = !listError.isEmpty
        model.errorText = listError
        model.retry = action("retry")
        model.dismissError = { [weak self] in self?.asked.append("dismissError") }
        events.chatList.raise { model }
    }

    func raiseChat(
        _ rows: [ChatRowViewModel], number: Int = 1, opening: Int? = nil, title: DisplayText = "Guide",
        reachesLatest: Bool = true, newBelow: Int = 0, usesTwelveHours: Bool = false, unreadRow: ChatRowID? = nil,
        jump: ChatJump? = nil,
        reachesFirst: Bool = true, goToUnread: Action<Void> = .unavailable("Nothing was unread here"),
        isBusy: Bool = false, goBack: Action<Void> = .unavailable(""), goesBackToFound: Bool = false,
        actions: @escaping @MainActor (ChatRowID) -> MessageActions? = { _ in nil }, lastOwnRow: ChatRowID? = nil,
        picturesCameNear: @escaping @MainActor ([PictureRequest]) -> Void = { _ in }
    ) {
        let afterLine = rows.drop { $0.content != .newLine }.dropFirst().first?.id
        var model = ChatViewModel(
            chatNumber: number, opening: opening ?? number, title: title, rows: rows, reachesLatest: reachesLatest,
            newBelow: newBelow, usesTwelveHours: usesTwelveHours, unreadRow: unreadRow ?? afterLine,
            goToUnread: goToUnread, jump: jump, shouldShowBusy: isBusy, shouldShowError: false,
            errorText: "", emptyText: "Nothing was said yet",
            needsOlder: action("older"), needsNewer: action("newer"), needsLatest: action("latest"),
            needsFirst: reachesFirst ? .unavailable("This is where the chat begins") : action("first"),
            stopWaiting: { [weak self] in self?.asked.append("stop") },
            gapWasShown: { [weak self] _ in self?.asked.append("gap") }, actions: actions, lastOwnRow: lastOwnRow,
            wasShown: { [weak self] _, id in self?.asked.append("shown \(Samples.name(of: id, in: rows))") },
            wentToLatest: { [weak self] in self?.asked.append("went to latest") })
        model.picturesCameNear = picturesCameNear
        model.goBack = goBack
        model.goesBackToFound = goesBackToFound
        model.reportScrollPosition = { [weak self] in self?.stands.append($0) }
        model.stays = { [weak self] in self?.asked.append("stays") }
        let shown = model
        events.chat.raise { shown }
    }

    /// - Parameter returned: the line that the model puts above the text. Without one, a newer text replaces the whole.
    func raiseComposer(
        _ text: String, notice: DisplayText = "", isNewer: Bool = true, returned: String? = nil,
        warning: DisplayText = ""
    ) {
        if isNewer { composerRevision += 1 }
        let handed = HandedText(
            text: text, revision: composerRevision, replacedAt: returned == nil ? nil : 0,
            acceptedAt: returned == nil ? composerRevision : 0,
            returned: returned.map { [ReturnedLine(revision: composerRevision, text: $0)] } ?? [])
        var model = ComposerViewModel(
            text: handed, placeholder: "write a message", notice: notice, byteLimit: 1_000,
            edited: { [weak self] in self?.asked.append("edited \($0)") },
            send: warning.isEmpty
                ? .available { [weak self] in self?.asked.append("send \($0)") } : .unavailable("Answer first"),
            recall: .available { [weak self] step in
                switch step {
                case .older(let text): self?.asked.append("older \(text)")
                case .newer(let text): self?.asked.append("newer \(text)")
                }
            })
        model.warning = warning
        if !warning.isEmpty {
            model.warningQuestion = "Is it still Bo? y takes them"
            model.answerWarning = action("take")
        }
        events.composer.raise { [model] in model }
    }

    func raiseCompletion(_ query: CompletionQuery? = nil, _ rows: [CompletionViewModel.Row] = []) {
        let model = CompletionViewModel(
            query: query, title: "People", rows: rows, ask: { [weak self] in self?.asked.append("ask \($0.text)") })
        events.completion.raise { model }
    }

    func raiseNotice(_ text: DisplayText) {
        let model = NoticeViewModel(text: text, goThere: action("goThere"), dismiss: action("dismiss"))
        events.notice.raise { model }
    }

    /// Shows the list of chats to go to, above everything else.
    func raisePicker(_ titles: [String]?, title: DisplayText = "Go to chat") {
        let rows = titles?.map { title in
            FuzzyListRowViewModel(
                id: FuzzyListRowID(title), title: DisplayText(sanitizing: title), trailing: "2",
                choose: .available { [weak self] in self?.asked.append("go to \(title)") })
        }
        let model = rows.map { rows in
            FuzzyListViewModel(
                title: title, rows: rows, emptyText: "No chats yet",
                cancel: { [weak self] in self?.asked.append("cancel") })
        }
        events.picker.raise { model }
    }

    func raiseTyping(_ text: DisplayText) {
        events.typing.raise { TypingViewModel(text: text) }
    }

    func raiseInvitation(
        _ text: DisplayText = "Kim (@kim:example.org) invites you to a chat.\nYou have no chat with Kim yet."
    ) {
        let model = InvitationViewModel(
            title: "Kim invites you", text: text,
            shouldShowBusy: false, busyText: "", shouldShowError: false, errorText: "", accept: action("accept"),
            decline: action("decline"))
        events.invitation.raise { model }
    }

    func raiseFirstRun() {
        let model = FirstRunViewModel(
            question: "Your name", suggestedName: "ana", hint: "You will be @ana:localhost",
            loginHint: "Have a Matrix account? " + .key(.logIn) + " logs in instead.", shouldShowBusy: false,
            busyText: "",
            shouldShowError: false, errorText: "", changed: { [weak self] in self?.asked.append("name \($0)") },
            start: .available { [weak self] in self?.asked.append("start \($0)") })
        events.firstRun.raise { model }
    }

    /// Shows the stage of a login that asks for the user name, or for the password.
    func raiseLogin(asking fields: [LoginViewModel.Field], isBusy: Bool) {
        let model = LoginViewModel(
            number: 1, title: "Log in with a Matrix account", introduction: .empty, address: .empty, fields: fields,
            methods: [], initialFields: LoginViewModel.Fields(), shouldShowBusy: isBusy, busyText: "Asking",
            shouldShowError: false, errorText: "",
            logIn: isBusy
                ? .unavailable("The server is asked")
                : .available { [weak self] in self?.asked.append("logIn \($0.user) \($0.password)") },
            cancel: { [weak self] in self?.asked.append("cancel") })
        events.login.raise { model }
    }

    func raiseLogin(methods: [DisplayText] = [], address: DisplayText = .empty) {
        let model = LoginViewModel(
            number: 1, title: "Log in with a Matrix account", introduction: .empty,
            address: address,
            fields: !address.isEmpty ? [.address] : methods.isEmpty ? [.user, .password, .server] : [],
            methods: methods.map { title in
                LoginViewModel.Method(title: title) { [weak self] in self?.asked.append("way \(title.string)") }
            }, initialFields: LoginViewModel.Fields(server: "example.org"),
            shouldShowBusy: false,
            busyText: "", shouldShowError: true, errorText: "The server refused the password: type it again",
            logIn: .available { [weak self] in self?.asked.append("logIn \($0.server) \($0.user) \($0.password)") },
            cancel: { [weak self] in self?.asked.append("cancel") })
        events.login.raise { model }
    }

    func action(_ name: String) -> Action<Void> {
        .available { [weak self] in self?.asked.append(name) }
    }

    private var actions: NavigationViewModel.Actions {
        var actions = NavigationViewModel.Actions()
        actions.newChat = action("newChat")
        actions.goToChat = action("goToChat")
        actions.commandRan = .available { [weak self] in self?.asked.append("ran \($0)") }
        actions.contacts = action("contacts")
        actions.keepContact = action("keepContact")
        actions.nextChat = action("nextChat")
        actions.previousChat = action("previousChat")
        actions.chatAtPlace = { [weak self] place in .available { self?.asked.append("place \(place)") } }
        actions.catchUp = action("catchUp")
        actions.lastVisited = .unavailable("No other chat was open yet")
        actions.leaveChat = action("leaveChat")
        actions.chatDetails = action("chatDetails")
        actions.threads = action("threads")
        actions.logIn = action("logIn")
        actions.addAccount = action("addAccount")
        actions.closeAccount = action("closeAccount")
        actions.helpOpened = action("helpOpened")
        actions.quit = action("quit")
        actions.focusChanged = .available { [weak self] in self?.asked.append("focus \($0)") }
        return actions
    }
}
