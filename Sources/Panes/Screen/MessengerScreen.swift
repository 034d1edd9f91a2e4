package import Terminal
package import ViewModels

/// The whole screen, a stack of panes: one in the middle, and what lies over it.
///
/// A key is looked up once, where the focus is, and becomes an action or text. An action is offered from the top of the stack
/// down; the screen itself is the last.
@MainActor
package final class MessengerScreen {
    /// Something must be drawn.
    package var onChange: () -> Void = {}
    package var onCommand: (ScreenCommand) -> Void = { _ in }
    /// The person asked for an action, by whatever way: those who teach them need not tell of it.
    package var onAction: (ActionID) -> Void = { _ in }

    let host: PaneHost
    let statusLine: StatusLinePane
    let notice: NoticePane
    let panes: ScreenPanes
    let picker: FuzzyListPane
    let footer = FooterPane()
    var navigation: NavigationViewModel?
    var undo: UndoViewModel?
    /// A letter that answers unless more is typed in a moment.
    var held: HeldLetter?
    /// How many letters were held so far.
    var heldCount = 0
    /// Whether the next `^C` quits.
    var isQuitArmed = false
    /// Why text is dropped for now; `nil` where it goes to the focus.
    var refusal: TextRefusal?
    /// Whether the last key wrote or edited text, so that more of the same text may come.
    var isWriting = false
    /// Whether the focus moved by itself and no frame has shown that yet: keys were pressed for what stood there before.
    var hasUnseenMove = false
    private let events: ScreenEvents
    private(set) var size: Size
    /// Where what is on the terminal stands.
    var shownLayout: ScreenLayout?
    package var widths = LayoutWidths() {
        didSet { onChange() }
    }

    /// Which keys mean what. Footer, menu, help and commands follow.
    package var keyMap: KeyMap {
        get { host.keyMap }
        set {
            host.keyMap = newValue
            chats.forgetPictures()
            onChange()
        }
    }

    /// - Parameter after: calls a closure on the main actor after so many milliseconds.
    package init(
        events: ScreenEvents, size: Size, keyMap: KeyMap = .standard,
        after: @escaping (Int, @escaping @MainActor () -> Void) -> Void
    ) {
        self.size = size
        self.events = events
        host = PaneHost(pages: events.page, keyMap: keyMap, after: after)
        statusLine = StatusLinePane(connection: events.connection, host: host)
        notice = NoticePane(notice: events.notice, host: host)
        panes = ScreenPanes(events: events, notice: notice, host: host)
        picker = FuzzyListPane(list: events.picker, host: host)
        host.onChange = { [weak self] in self?.onChange() }
        host.onSay = { [weak self] in self?.say($0) }
        host.context = { [weak self] in self?.context ?? .chatList }
        host.onRun = { [weak self] in self?.run($0) }
        host.onDiscardText = { [weak self] in self?.refusal = .fieldIsGone }
        host.onCommand = { [weak self] in self?.onCommand($0) }
        for pane in [statusLine, notice, picker] as [any Pane] { pane.onChange = { [weak self] in self?.onChange() } }
        chats.layout = { [weak self] in
            self?.layout ?? ScreenLayout(size: size, showsNotice: false, showsList: true, composerRows: nil)
        }
        events.navigation.subscribe(self) { screen, model in screen.take(model) }
        events.undo.subscribe(self) { screen, model in screen.take(model) }
    }

    var chats: ChatsPane { panes.chats }

    /// What can have the focus, the topmost last.
    var stack: [any FocusPane] {
        [panes[navigation?.screen ?? .chats]] + (picker.isOpen ? [picker] : []) + host.overlays
    }

    /// What has the focus.
    var top: any FocusPane { stack.last ?? chats }

    var context: PaneContext { top.context }

    var layout: ScreenLayout {
        let showsChats = navigation?.screen ?? .chats == .chats
        return ScreenLayout(
            size: size, widths: widths, showsNotice: !notice.isHidden, showsList: showsChats && chats.listHasFocus,
            isCovered: !showsChats || picker.isOpen
                || host.overlays.contains { !$0.isTransparent && !$0.replacesFooter },
            footerRows: footer.rowCount(width: size.width),
            composerRows: navigation?.detail == .chat
                ? { [chats] width in chats.composer.wantedHeight(width: width) } : nil)
    }

    package func say(_ message: DisplayText?) {
        guard let message else { return }
        footer.message = host.filled(message)
        onChange()
    }

    /// The person's editor ended.
    ///
    /// - Parameters:
    ///   - text: what was written in it, `nil` where the draft stays as it is.
    ///   - problem: why it does.
    package func finishEditing(text: String?, problem: DisplayText?) {
        chats.composer.finishEditing(text)
        say(problem)
    }

    package func resize(to size: Size) {
        self.size = size
        onChange()
    }

    /// The program ends: what is being written is told while somebody can keep it.
    package func leave() { chats.leave() }

    private func take(_ model: UndoViewModel) {
        let isNew = model.count > undo?.count ?? 0
        undo = model
        if isNew { say(model.text) }
    }

    /// It comes in the place of another account's screen, by itself, perhaps in the middle of a text.
    package func replace(_ other: MessengerScreen) { focusMovesByItself(from: other) }

    private func focusMovesByItself(from screen: MessengerScreen) {
        hasUnseenMove = true
        if screen.isWriting || screen.top.awaitsText { refusal = .fieldIsGone }
        screen.isWriting = false
    }

    private func take(_ model: NavigationViewModel) {
        let old = navigation
        if let old, model.movesFocus(from: old), !events.isAnswering { focusMovesByItself(from: self) }
        navigation = model
        chats.show(
            model.detail, leave: model.actions.leaveChat, isOpened: model.openedCount > old?.openedCount ?? 0)
        if let goal = model.goal, goal != old?.goal { chats.show(inList: goal.row) }
        if let old, model.screen != old.screen { host.closeAll() }
        if let old, model.helpCount > old.helpCount { run(.help) }
        onChange()
    }
}

extension NavigationViewModel {
    /// Whether keys go to something else than before.
    fileprivate func movesFocus(from old: NavigationViewModel) -> Bool {
        screen != old.screen || screen == .chats && (detail != old.detail || openedCount > old.openedCount)
    }
}
