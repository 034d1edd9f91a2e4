/// All event handlers of one account, made once. A router gets the handlers of the subjects that it changes.
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

    /// Updates all of the chat screen: after loading, at a new day, or for another format of times.
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

    /// Updates the navigation and the notification line after a change of screen.
    func screenChanged() {
        navigation.changed()
        notices.changed()
    }

    /// Updates after another chat, or none, was opened.
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

    /// Updates after messages of these chats changed, perhaps also the newest ones shown in the list.
    func linesChanged(chatIDs: Set<String>) {
        timeline.chatsChanged(chatIDs)
        chatsChanged()
    }

    /// Updates the chat list, the unread counts and the chats that can be opened.
    func chatsChanged() {
        chatList.changed()
        connection.standingChanged()
        notices.changed()
        navigation.changed()
        navigation.chatsChanged()
    }
}
