package import Terminal
package import ViewModels

/// The chat list beside, or in place of, the open chat with its composer or the invitation.
@MainActor
package final class ChatsPane: FocusPane {
    package var onChange: () -> Void = {}
    /// Returns the current layout of its parts.
    package var layout: () -> ScreenLayout = {
        ScreenLayout(size: Size(width: 0, height: 0), showsNotice: false, showsList: true, composerRows: nil)
    }

    let chatList: ChatListPane
    let chat: ChatPane
    let typing: TypingPane
    let composer: ComposerPane
    let invitation: InvitationPane
    let notice: NoticePane
    let host: PaneHost
    /// The content of the right-hand part.
    private(set) var detail = NavigationViewModel.Detail.nothing
    /// Leaves the open chat.
    private var leaveChat: Action<Void> = .unavailable(.words("navigation.not-now"))
    /// Whether the list has the focus although a chat is open.
    private var prefersList = false
    var chatListPicture = PaneFrameCache<ChatListSetting>()
    var chatPicture = PaneFrameCache<ChatSetting>()
    /// The layout of its parts as drawn last.
    var drawnLayout: ScreenLayout?
    var drawnCompletion: Rectangle?

    package init(events: ScreenEvents, notice: NoticePane, host: PaneHost) {
        self.notice = notice
        self.host = host
        chatList = ChatListPane(chatList: events.chatList, host: host)
        chat = ChatPane(chat: events.chat, chatList: events.chatList, host: host)
        typing = TypingPane(typing: events.typing)
        composer = ComposerPane(
            composer: events.composer, completion: events.completion, spelling: events.spelling, host: host)
        invitation = InvitationPane(invitation: events.invitation, host: host)
        chat.listRow = { [weak self] in self.flatMap { $0.listHasFocus ? $0.chatList.selectedRow : nil } }
        chatList.hasFocus = { [weak self] in self?.listHasFocus ?? false }
        chatList.onField = { [weak self] in self?.prefersList = true }
        chatList.onChange = { [weak self] in
            self?.chatListPicture.invalidate()
            self?.onChange()
        }
        chat.onChange = { [weak self] in
            self?.chatPicture.invalidate()
            self?.onChange()
        }
        for pane in [typing, composer, invitation] as [any Pane] { pane.onChange = { [weak self] in self?.onChange() } }
    }

    /// Shows another chat, or none.
    ///
    /// - Parameter isOpened: whether the user opened it, so that it takes the focus.
    func show(_ detail: NavigationViewModel.Detail, leave: Action<Void>, isOpened: Bool) {
        self.detail = detail
        leaveChat = leave
        guard isOpened else { return }
        prefersList = false
        chatList.endField()
    }

    /// Focuses the list and selects a row.
    func show(inList row: ChatListItemID) {
        focusList()
        chatList.show(row)
    }

    /// Whether keys go to the list or a field above it.
    package var listHasFocus: Bool { prefersList || detail == .nothing }

    /// The part that has the focus.
    var focused: any FocusPane {
        guard !listHasFocus else { return chatList }
        return switch detail {
        case .nothing: chatList
        case .invitation: invitation
        case .chat: chat.isSelecting ? chat : composer
        }
    }

    package var context: PaneContext { focused.context }

    package func perform(_ action: ActionID) -> Bool {
        let wasEmpty = composer.context == .emptyComposer
        if focused.perform(action) {
            // Scrolls to the newest message, so that the user's own line is visible after sending.
            if action == .send, !wasEmpty, composer.context == .emptyComposer { chat.goToLatest() }
            return true
        }
        switch action {
        case .focusList: focusList()
        case .focusChat: focusChat()
        case .leaveChat: host.ask(.words("chat-list.leave-question", ["name": chat.title.string]), leaveChat)
        case .olderOwnLine, .newerOwnLine, .editExternally, .moreKeys, .takeIdentity: return composer.perform(action)
        case .editLast, .filterChats, .renameChat:
            // The draft is replaced for now and restored later, so all of it has to be reported first.
            composer.leave()
            return chat.perform(action) || chatList.perform(action)
        default: return chat.perform(action) || chatList.perform(action)
        }
        return true
    }

    package func perform(_ action: ActionID, at place: Int) -> Bool {
        [.answerByNumber, .answerPoll].contains(action) && focused === chat
            ? chat.perform(action, at: place) : perform(action)
    }

    package func choices(of action: ActionID) -> [ActionChoice]? { focused === chat ? chat.choices(of: action) : nil }

    package func reason(against action: ActionID) -> DisplayText? {
        switch action {
        case .focusChat: noChatReason
        case .leaveChat where !listHasFocus: leaveChat.reason
        case .takeIdentity: composer.reason(against: action)
        default:
            focused.reason(against: action) ?? chat.reason(against: action) ?? chatList.reason(against: action)
        }
    }

    package func title(of action: ActionID) -> String? {
        focused === chat ? chat.title(of: action) ?? chatList.title(of: action) : chatList.title(of: action)
    }

    package var remark: DisplayText { focused === chat ? chat.remark : .empty }

    package var takesAnswers: Bool { focused.takesAnswers }

    package func hold(_ letter: String?) { focused.hold(letter) }

    /// Typing while a message is selected clears the selection and writes into the composer.
    package func type(_ text: String) -> Bool {
        if focused === chat {
            chat.clearSelection()
            return composer.type(text)
        }
        return focused.type(text)
    }

    package func paste(_ text: String) -> Bool {
        if focused === chat {
            chat.clearSelection()
            return composer.paste(text)
        }
        return focused.paste(text)
    }
}

extension ChatsPane {
    /// Leaves the innermost state: the filter of the list or a selection, a notice, a completion, a reply or an edit, a
    /// thread, a jump. If there is none, goes to the part that the layout hides, or to the latest message.
    package func back() -> Bool {
        if listHasFocus {
            if chatList.back() { return true }
        } else if focused.context == .selection || focused.context == .invitation, focused.back() {
            return true
        }
        if !notice.isHidden, !isCompleting {
            notice.dismiss()
        } else if listHasFocus {
            if layout().kind != .narrow { focusChat() }
        } else if isCompleting {
            composer.closeCompletion()
        } else if composer.hasBanner, detail == .chat {
            composer.cancelBanner()
        } else if let leaveThread = chat.leaveThread, detail == .chat {
            composer.leave()
            host.showMessage(leaveThread())
        } else if let goBack = chat.goBack, detail == .chat {
            composer.leave()
            host.showMessage(goBack())
        } else if layout().kind == .narrow || detail == .invitation {
            focusList()
        } else if !chat.isAtLatest {
            chat.goToLatest()
        } else {
            return false
        }
        return true
    }

    package var backLabel: String? {
        if focused === chat, chat.isVisited, chat.goesBackToFound { return .words("back.search") }
        if focused === chat || isCompleting { return .words("back.back") }
        if listHasFocus, chatList.context != .chatList { return chatList.backLabel }
        if !notice.isHidden { return .words("back.dismiss") }
        if listHasFocus {
            return chatList.backLabel ?? (layout().kind == .narrow || detail == .nothing ? nil : .words("back.chat"))
        }
        if composer.hasBanner, detail == .chat { return .words("back.cancel") }
        if chat.leaveThread != nil, detail == .chat { return .words("back.chat") }
        if chat.goBack != nil, detail == .chat { return .words(chat.goesBackToFound ? "back.search" : "back.back") }
        if layout().kind == .narrow || detail == .invitation { return .words("back.list") }
        return chat.isAtLatest ? nil : .words("back.latest")
    }

    /// Reports the draft and the scroll position while they can still be saved.
    package func leave() {
        composer.leave()
        chat.reportScrollPosition()
    }

    private var isCompleting: Bool { !listHasFocus && composer.context == .completion && detail == .chat }

    private func focusList() {
        composer.leave()
        chat.clearSelection()
        prefersList = true
        chatList.selectOpenChat()
        onChange()
    }

    func focusChat() {
        if chatList.context == .chatFilter { chatList.endField() }
        if let noChatReason { return host.showMessage(noChatReason) }
        prefersList = false
        onChange()
    }

    private var noChatReason: DisplayText? { detail == .nothing ? .words("chat.none-is-open-enter") : nil }
}

/// Mouse handling: a click gives the focus to the part below the pointer.
extension ChatsPane {
    package func press(at point: Point) -> Bool {
        guard let layout = drawnLayout else { return false }
        if let place = drawnCompletion, place.contains(point) {
            return composer.completion.press(at: place.local(point))
        }
        if layout.list.contains(point) {
            composer.leave()
            return chatList.press(at: layout.list.local(point))
        }
        guard layout.detail.contains(point) || layout.composer.contains(point), detail != .nothing else {
            return false
        }
        focusChat()
        guard detail == .chat else { return true }
        if layout.detail.contains(point) { return chat.press(at: layout.detail.local(point)) }
        chat.clearSelection()
        return composer.press(at: layout.composer.local(point))
    }

    /// Scrolls the part below the pointer. A composer with nothing to scroll scrolls the open chat instead.
    package func scroll(at point: Point, by rows: Int) -> Bool {
        guard let layout = drawnLayout else { return false }
        if layout.list.contains(point) { return chatList.scroll(at: layout.list.local(point), by: rows) }
        guard detail == .chat, layout.detail.contains(point) || layout.composer.contains(point) else { return false }
        if layout.composer.contains(point), composer.scroll(at: layout.composer.local(point), by: rows) { return true }
        return chat.scroll(at: layout.detail.local(point), by: rows)
    }
}

/// A cached frame of a pane, shown again as long as its inputs are unchanged. A key typed elsewhere only costs a
/// copy.
@MainActor
struct PaneFrameCache<Setting: Equatable> {
    private var drawn: (setting: Setting, isTerminals: Bool, frame: Frame)?
    /// The number of times the pane was drawn. Tests count this instead of measuring time.
    private(set) var drawnCount = 0

    /// Clears the cache, because the pane has changed.
    mutating func invalidate() { drawn = nil }

    /// - Parameter setting: the drawing parameters outside of the pane's state, and the content below it.
    mutating func draw(on canvas: Canvas, by setting: Setting, _ draw: () -> Void) {
        let isTerminals = TextOrder.isTerminals
        if let drawn, drawn.setting == setting, drawn.isTerminals == isTerminals, drawn.frame.size == canvas.size {
            canvas.draw(drawn.frame)
            return
        }
        drawn = (setting, isTerminals, canvas.picture(of: draw))
        drawnCount += 1
    }
}
