package import Terminal
package import ViewModels

/// The whole screen: holds the panes, says which has the focus and draws them in their places.
@MainActor
package final class MessengerScreen {
    /// Something must be drawn.
    package var onChange: () -> Void = {}
    package var onCommand: (ScreenCommand) -> Void = { _ in }

    let after: (Int, @escaping @MainActor () -> Void) -> Void
    let statusLine: StatusLinePane
    let notice: NoticePane
    let chatList: ChatListPane
    let chat: ChatPane
    let typing: TypingPane
    let composer: ComposerPane
    let invitation: InvitationPane
    let chatDetails: ChatDetailsPane
    let createChat: CreateChatPane
    let contacts: ContactsPane
    let editContact: EditContactPane
    let firstRun: FirstRunPane
    let login: LoginPane
    let picker: FuzzyListPane
    let footer = FooterPane()
    /// What an overlay with a page subscribes to.
    let pages: Event<PageViewModel>

    var navigation: NavigationViewModel?
    /// What lies over the panes, the topmost last.
    var overlays: [ScreenOverlay] = []
    /// Whether the list has the focus, where there is a chat that could have it.
    var prefersList = false
    /// Whether the next `^C` quits.
    var isQuitArmed = false
    private(set) var chatListPicture = PanePicture<ChatListSetting>()
    private(set) var chatPicture = PanePicture<ChatSetting>()
    private var size: Size
    package var widths = LayoutWidths() {
        didSet { onChange() }
    }

    /// Which keys mean what. Footer, menu, help and commands follow.
    package var keyMap: KeyMap {
        didSet {
            notice.goThereKey = keyMap.binding(.goToNotice)?.firstKeyName ?? ""
            onChange()
        }
    }

    /// - Parameter after: calls a closure on the main actor after so many milliseconds.
    package init(
        events: ScreenEvents, size: Size, keyMap: KeyMap = .standard,
        after: @escaping (Int, @escaping @MainActor () -> Void) -> Void
    ) {
        self.size = size
        self.keyMap = keyMap
        self.after = after
        statusLine = StatusLinePane(connection: events.connection)
        notice = NoticePane(notice: events.notice)
        chatList = ChatListPane(chatList: events.chatList)
        chat = ChatPane(chat: events.chat)
        typing = TypingPane(typing: events.typing)
        composer = ComposerPane(composer: events.composer, completion: events.completion, after: after)
        invitation = InvitationPane(invitation: events.invitation)
        createChat = CreateChatPane(createChat: events.createChat, suggestions: events.suggestions)
        contacts = ContactsPane(contacts: events.contacts)
        editContact = EditContactPane(editContact: events.editContact)
        chatDetails = ChatDetailsPane(chatDetails: events.chatDetails)
        firstRun = FirstRunPane(firstRun: events.firstRun)
        login = LoginPane(login: events.login)
        picker = FuzzyListPane(list: events.picker)
        pages = events.page
        let changed: () -> Void = { [weak self] in self?.onChange() }
        statusLine.onChange = changed
        notice.onChange = changed
        chatList.onChange = { [weak self] in
            self?.chatListPicture.forget()
            changed()
        }
        chat.onChange = { [weak self] in
            self?.chatPicture.forget()
            changed()
        }
        typing.onChange = changed
        composer.onChange = changed
        invitation.onChange = changed
        chatDetails.onChange = changed
        createChat.onChange = changed
        contacts.onChange = changed
        editContact.onChange = changed
        firstRun.onChange = changed
        login.onChange = changed
        login.onCopy = { [weak self] in self?.copy($0) }
        picker.onChange = changed
        chatList.onRefusal = { [weak self] in self?.say($0) }
        picker.onRefusal = { [weak self] in self?.say($0) }
        notice.goThereKey = keyMap.binding(.goToNotice)?.firstKeyName ?? ""
        events.navigation.subscribe(self) { screen, model in screen.take(model) }
    }

    /// The person's editor ended.
    ///
    /// - Parameters:
    ///   - text: what was written in it, `nil` where the draft stays as it is.
    ///   - problem: why it does.
    package func finishEditing(text: String?, problem: DisplayText?) {
        composer.finishEditing(text)
        say(problem)
    }

    package func resize(to size: Size) {
        self.size = size
        onChange()
    }

    /// Each pane draws itself with the next frame, changed or not.
    func forgetPictures() {
        chatListPicture.forget()
        chatPicture.forget()
    }

    /// The program ends: what is being written is told while somebody can keep it.
    package func leave() {
        composer.leave()
    }

    package func draw() -> Frame {
        let canvas = Canvas(size: size)
        let layout = layout
        guard layout.kind != .tooSmall else {
            canvas.drawShortened("Confab needs 20×5", at: Point(x: 0, y: 0), width: size.width)
            return canvas.frame
        }
        statusLine.draw(on: canvas.part(layout.status), isFocused: false)
        if !notice.isHidden { notice.draw(on: canvas.part(layout.notice), isFocused: false) }
        drawMain(on: canvas, layout: layout)
        drawOverlay(on: canvas, layout: layout)
        return canvas.frame
    }

    /// What has the focus, or what lies over it.
    var context: PaneContext {
        switch overlays.last {
        case nil: paneContext
        case .prefix: .prefix
        case .menu: .menu
        case .help: .help
        case .commands: .fuzzyList
        case .confirmation: .confirmation
        case .question: .question
        case .page: .page
        }
    }

    /// What has the focus under all that lies over it.
    var paneContext: PaneContext { picker.isOpen ? .fuzzyList : screenContext }

    /// What has the focus once the list that lies over it is closed.
    var screenContext: PaneContext {
        switch navigation?.screen {
        case .firstRun: .firstRun
        case .login: .login
        case .createChat: createChat.context
        case .contacts: .contacts
        case .editContact: .editContact
        case .chatDetails: chatDetails.context
        case .chats, nil: chatsContext
        }
    }

    var layout: ScreenLayout {
        ScreenLayout(
            size: size, widths: widths, showsNotice: !notice.isHidden,
            showsList: Set<PaneContext>.lists.contains(screenContext),
            footerRows: footer.rowCount(width: size.width),
            composerRows: navigation?.detail == .chat
                ? { [composer] width in composer.wantedHeight(width: width) } : nil)
    }
}

extension MessengerScreen {
    /// What the list is drawn by beside its own.
    struct ChatListSetting: Equatable {
        let layout: ScreenLayout
        let isFocused: Bool
    }

    /// What the chat is drawn by beside its own.
    struct ChatSetting: Equatable {
        let layout: ScreenLayout
        let backMark: String
        let sharesTitleLine: Bool
    }

    private var chatsContext: PaneContext {
        guard !prefersList else { return chatList.context }
        return switch navigation?.detail {
        case .chat: chat.isSelecting ? .selection : composer.context
        case .invitation: .invitation
        case .nothing, nil: chatList.context
        }
    }

    private func take(_ model: NavigationViewModel) {
        let old = navigation
        navigation = model
        if model.openedCount > old?.openedCount ?? 0 {
            prefersList = false
            chatList.endField()
        }
        if let old, model.screen != old.screen { overlays = [] }
        if let old, model.helpCount > old.helpCount { perform(.help) }
        onChange()
    }

    private func drawMain(on canvas: Canvas, layout: ScreenLayout) {
        guard let navigation else { return }
        let isCovered = overlays.contains { if case .prefix = $0 { false } else { true } }
        let isFocused = !isCovered && !picker.isOpen
        let main = canvas.part(layout.main)
        switch navigation.screen {
        case .firstRun: firstRun.draw(on: main, isFocused: isFocused)
        case .login: login.draw(on: main, isFocused: isFocused)
        case .chatDetails: chatDetails.draw(on: main, isFocused: isFocused)
        case .createChat: createChat.draw(on: main, isFocused: isFocused)
        case .contacts: contacts.draw(on: main, isFocused: isFocused)
        case .editContact: editContact.draw(on: main, isFocused: isFocused)
        case .chats: drawChats(on: canvas, layout: layout, isFocused: isFocused)
        }
    }

    private func drawChats(on canvas: Canvas, layout: ScreenLayout, isFocused: Bool) {
        FrameLines(layout: layout, hasComposer: navigation?.detail == .chat).draw(on: canvas)
        let hasList = Set<PaneContext>.lists.contains(screenContext)
        if layout.list.width > 0 {
            let list = canvas.part(layout.list)
            let setting = ChatListSetting(layout: layout, isFocused: isFocused && hasList)
            chatList.isChatBeside = layout.detail.width > 0
            chatList.linesPerItem = layout.kind == .framed ? 2 : 1
            chatListPicture.draw(on: list, by: setting) { chatList.draw(on: list, isFocused: setting.isFocused) }
        }
        guard layout.detail.width > 0 else { return }
        let backMark = layout.kind == .narrow ? narrowBackMark : ""
        switch navigation?.detail {
        case .chat:
            let detail = canvas.part(layout.detail)
            let setting = ChatSetting(layout: layout, backMark: backMark, sharesTitleLine: !typing.isHidden)
            chat.backMark = backMark
            chat.showsRule = layout.showsRule
            chat.sharesTitleLine = setting.sharesTitleLine
            chatPicture.draw(on: detail, by: setting) { chat.draw(on: detail, isFocused: false) }
            drawTyping(on: canvas, layout: layout)
            composer.draw(
                on: canvas.part(layout.composer), isFocused: isFocused && !hasList && context != .selection)
            drawCompletion(on: canvas, layout: layout)
        case .invitation:
            invitation.backMark = backMark
            invitation.draw(on: canvas.part(layout.detail), isFocused: isFocused && !hasList)
        case .nothing, nil: break
        }
    }

    /// Over the messages, right above the composer.
    private func drawCompletion(on canvas: Canvas, layout: ScreenLayout) {
        let bottom = layout.composer.y - (layout.showsRule ? 1 : 0)
        let height = min(composer.completion.wantedHeight, bottom - layout.detail.y - 1)
        guard height > 0 else { return }
        composer.completion.draw(
            on: canvas.part(
                Rectangle(
                    x: layout.detail.x, y: bottom - height, width: layout.composer.width + 1, height: height)),
            isFocused: true)
    }

    private func drawTyping(on canvas: Canvas, layout: ScreenLayout) {
        let columns = chat.titleColumns(width: layout.detail.width)
        typing.isInFrame = layout.kind == .framed
        typing.draw(
            on: canvas.part(
                Rectangle(
                    x: layout.detail.x + columns, y: layout.detail.y, width: layout.detail.width - columns, height: 1)),
            isFocused: false)
    }

    private var narrowBackMark: String {
        let count = chatList.waitingElsewhere
        return count > 0 ? "\(Marks.back) \(count)" : Marks.back
    }

    private func drawOverlay(on canvas: Canvas, layout: ScreenLayout) {
        let main = canvas.part(layout.main)
        if picker.isOpen { picker.draw(on: main, isFocused: overlays.isEmpty) }
        switch overlays.last {
        case .prefix, nil: break
        case .menu(let menu): menu.draw(on: main)
        case .help(let help): help.draw(on: main)
        case .commands(let commands): commands.draw(on: main, isFocused: true)
        case .confirmation(let confirmation):
            let rows = min(confirmation.rowCount(width: size.width), layout.footer.y - layout.status.y)
            let place = Rectangle(x: 0, y: size.height - rows, width: size.width, height: rows)
            confirmation.draw(on: canvas.part(place))
            return
        case .question(let question):
            let wanted = question.rowCount(width: size.width)
            let rows = layout.status.y + wanted < layout.footer.y ? wanted : 1
            let place = Rectangle(x: 0, y: size.height - rows, width: size.width, height: rows)
            question.draw(on: canvas.part(place))
            return
        case .page(let page): page.draw(on: main)
        }
        footer.draw(on: canvas.part(layout.footer), entries: footerEntries)
    }
}
