package import Terminal
package import ViewModels

/// The whole screen, a stack of panes: one in the middle, and overlays above it.
///
/// A key is looked up once, in the focused pane, and becomes an action or text. An action is offered to the panes
/// from the top of the stack down, and to the screen itself last.
@MainActor
package final class MessengerScreen {
    /// Called when the screen must be drawn again.
    package var onChange: () -> Void = {}
    package var onCommand: (ScreenCommand) -> Void = { _ in }
    /// Called when the user runs an action in any way, so that hints about known actions can be omitted.
    package var onAction: (ActionID) -> Void = { _ in }

    let host: PaneHost
    let statusLine: StatusLinePane
    let notice: NoticePane
    let panes: ScreenPanes
    let picker: FuzzyListPane
    let footer = FooterPane()
    var navigation: NavigationViewModel?
    var undo: UndoViewModel?
    /// A letter that runs its action unless another key follows shortly.
    var held: PendingLetter?
    /// The number of letters held so far.
    var heldCount = 0
    /// Whether the next `^C` quits.
    var isQuitArmed = false
    /// The reason why text is dropped for now; `nil` if it goes to the focus.
    var refusal: DroppedTextReason?
    /// Whether the last key wrote or edited text, so that more of the same text may follow.
    var isWriting = false
    /// Whether the focus moved without a key press and no frame has shown it yet. Keys pressed until then were meant
    /// for the previous pane.
    var hasUnseenMove = false
    private let events: ScreenEvents
    private(set) var size: Size
    /// The layout of the frame on the terminal.
    var shownLayout: ScreenLayout?
    package var widths = LayoutWidths() {
        didSet { onChange() }
    }

    /// The key map. Footer, menu, help and commands follow its changes.
    package var keyMap: KeyMap {
        get { host.keyMap }
        set {
            host.keyMap = newValue
            chats.invalidateFrames()
            onChange()
        }
    }

    /// - Parameter after: calls a closure on the main actor after a number of milliseconds.
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
        host.onSay = { [weak self] in self?.showMessage($0) }
        host.context = { [weak self] in self?.context ?? .chatList }
        host.onRun = { [weak self] in self?.run($0) }
        host.onDiscardText = { [weak self] in self?.refusal = .fieldIsGone }
        host.onCommand = { [weak self] in self?.onCommand($0) }
        for pane in [statusLine, notice, picker] as [any Pane] { pane.onChange = { [weak self] in self?.onChange() } }
        chats.layout = { [weak self] in
            self?.layout ?? ScreenLayout(size: size, showsNotice: false, showsList: true, composerRows: nil)
        }
        events.navigation.subscribe(self) { screen, model in screen.apply(model) }
        events.undo.subscribe(self) { screen, model in screen.apply(model) }
    }

    var chats: ChatsPane { panes.chats }

    /// The panes that can have the focus, the topmost last.
    var stack: [any FocusPane] {
        [panes[navigation?.screen ?? .chats]] + (picker.isOpen ? [picker] : []) + host.overlays
    }

    /// The pane that has the focus.
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

    package func showMessage(_ message: DisplayText?) {
        guard let message else { return }
        footer.message = host.filled(message)
        onChange()
    }

    /// Called when the external editor has exited.
    ///
    /// - Parameters:
    ///   - text: the edited draft, `nil` if it is unchanged.
    ///   - problem: the error, if there was one.
    package func finishEditing(text: String?, problem: DisplayText?) {
        chats.composer.finishEditing(text)
        showMessage(problem)
    }

    package func resize(to size: Size) {
        self.size = size
        onChange()
    }

    /// Reports the draft while it can still be saved, because the program is about to end.
    package func leave() { chats.leave() }

    private func apply(_ model: UndoViewModel) {
        let isNew = model.count > undo?.count ?? 0
        undo = model
        if isNew { showMessage(model.text) }
    }

    /// Replaces another account's screen. This happens without a key press, perhaps while the user is typing.
    package func replace(_ other: MessengerScreen) { focusMovesByItself(from: other) }

    private func focusMovesByItself(from screen: MessengerScreen) {
        hasUnseenMove = true
        if screen.isWriting || screen.top.awaitsText { refusal = .fieldIsGone }
        screen.isWriting = false
    }

    private func apply(_ model: NavigationViewModel) {
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
    /// Whether the focus is different from before.
    fileprivate func movesFocus(from old: NavigationViewModel) -> Bool {
        screen != old.screen || screen == .chats && (detail != old.detail || openedCount > old.openedCount)
    }
}

extension MessengerScreen {
    package func draw() -> Frame {
        let canvas = Canvas(size: size)
        let layout = layout
        shownLayout = layout
        guard layout.kind != .tooSmall else {
            canvas.drawShortened(.words("panes.too-small"), at: Point(x: 0, y: 0), width: size.width)
            return canvas.frame
        }
        statusLine.draw(on: canvas.part(layout.status), isFocused: false)
        if !notice.isHidden { notice.draw(on: canvas.part(layout.notice), isFocused: false) }
        let main = canvas.part(layout.main)
        let isCovered = host.overlays.contains { !$0.isTransparent }
        if let screen = navigation?.screen {
            let pane = panes[screen]
            pane.draw(on: pane === chats ? canvas : main, isFocused: !isCovered && !picker.isOpen)
        }
        if layout.sharesHeader, chats.isTitleLineFree || statusLine.isUrgent {
            statusLine.drawBriefly(on: canvas.part(chats.besideTitle(in: layout)))
        }
        if picker.isOpen { picker.draw(on: main, isFocused: host.overlays.isEmpty) }
        if let overlay = host.overlays.last {
            overlay.draw(on: canvas.part(overlay.place(in: layout, size: size)), isFocused: true)
            // A response to the last key takes precedence over the overlay.
            if overlay.replacesFooter, footer.message.isEmpty { return canvas.frame }
        }
        footer.draw(on: canvas.part(layout.footer), entries: footerEntries)
        return canvas.frame
    }

    /// Called when the last frame is on the terminal.
    package func wasPresented() {
        hasUnseenMove = false
        chats.chat.reportVisibleRows()
    }

    /// The footer's entries for the current keys; unavailable actions are left out.
    private var footerEntries: [FooterEntry] {
        let (context, backLabel, takers) = (context, top.backLabel, takers)
        let isCovered = !host.overlays.isEmpty
        return keyMap.footer(for: context).compactMap { choice in
            if choice.id == .back {
                return backLabel.map { FooterEntry(key: choice.key, text: $0, isWayOut: true, action: .back) }
            }
            // A second key to the same place would take space from other actions.
            if choice.word == backLabel { return nil }
            if !isCovered || choice.id == .scrollDown, unavailableReason(of: choice.id, among: takers) != nil {
                return nil
            }
            return FooterEntry(key: choice.key, text: choice.word, action: choice.id)
        }
    }
}
