/// Those who show each subject, made once for an account. Who handles an event is given those whose subjects it touches.
@MainActor
struct SessionHandlers {
    let navigation: NavigationHandler
    let page: PageHandler
    let connection: ConnectionHandler
    let notices: NoticeHandler
    let chatList: ChatListHandler
    let timeline: TimelineHandler
    let composer: ComposerHandler
    let completion: CompletionHandler
    let spelling: SpellingHandler
    let invitation: InvitationHandler
    let chatDetails: ChatDetailsHandler
    let createChat: CreateChatHandler
    let contacts: ContactListHandler
    let editContact: EditContactHandler
    let devices: DevicesHandler
    let login: LoginHandler
    let security: SecurityHandler
    let share: ShareHandler
    let verification: VerificationHandler
    let undo: UndoHandler

    init(_ parts: ScreenParts) {
        navigation = NavigationHandler(parts)
        page = PageHandler(parts)
        connection = ConnectionHandler(parts)
        notices = NoticeHandler(parts)
        chatList = ChatListHandler(parts)
        timeline = TimelineHandler(parts)
        composer = ComposerHandler(parts)
        completion = CompletionHandler(parts)
        spelling = SpellingHandler(parts)
        invitation = InvitationHandler(parts)
        chatDetails = ChatDetailsHandler(parts)
        createChat = CreateChatHandler(parts)
        contacts = ContactListHandler(parts)
        editContact = EditContactHandler(parts)
        devices = DevicesHandler(parts)
        login = LoginHandler(parts)
        security = SecurityHandler(parts)
        share = ShareHandler(parts)
        verification = VerificationHandler(parts)
        undo = UndoHandler(parts)
    }

    /// All that stands on the screen of chats: they were loaded, the day is another, or times are written otherwise.
    func showAll() {
        navigation.changed()
        navigation.pickerChanged()
        connection.changed()
        notices.changed()
        chatList.changed()
        timeline.changed()
        timeline.typingChanged()
        composer.changed()
        completion.found()
        spelling.changed()
        invitation.changed()
        page.settingsChanged()
    }

    /// Another screen is shown, whose own subject is not told any more while one that was left is.
    func screenChanged() {
        navigation.changed()
        notices.changed()
    }

    /// Another chat is open, or none.
    func openChatChanged() {
        navigation.changed()
        connection.standingChanged()
        notices.changed()
        chatList.changed()
        timeline.changed()
        timeline.typingChanged()
        composer.changed()
        invitation.changed()
    }

    /// Lines of these chats are other, which their newest lines may be as well.
    func linesChanged(chatIDs: Set<String>) {
        timeline.chatsChanged(chatIDs)
        chatsChanged()
    }

    /// What stands in the list, the unread counts and what one can go to.
    func chatsChanged() {
        chatList.changed()
        connection.standingChanged()
        notices.changed()
        navigation.changed()
        navigation.chatsChanged()
    }
}
