import Conversations
import Engine
import Messenger
import ViewModels

/// All that shows an account's state: a handler for each part of the screen that changes independently.
@MainActor
struct SessionHandlers {
    /// The cache of the chat list's rows; the number of rows that it made is for tests.
    let chatListRows = ChatListRowCache()
    private let handlers: [Handler]

    init(_ screen: ScreenParts) {
        let (events, state, queue, environment) = (screen.events, screen.state, screen.queue, screen.environment)
        let (chatListRows, chatRows, searchLines) = (chatListRows, ChatRowViewModelCache(), SearchLineCache())
        let canEncrypt = environment.sealingKey != nil
        // A screen is opened before its contents are delivered to it.
        handlers = [
            Handler(events.navigation, of: state) {
                NavigationContent(
                    state, hasLogin: environment.login != nil, hasEncryption: canEncrypt,
                    hasOwnServer: environment.sharing != nil)
            } build: {
                NavigationBuilder(
                    content: $0, queue: queue, quit: { environment.quit() }, addAccount: environment.addAccount
                ).build()
            },
            Handler(events.picker, of: state) {
                PickerInput(screen)
            } build: {
                $0.build(queue, searchLines)
            },
            Handler(events.connection, of: state) {
                ConnectionViewModelBuilder(screen)
            } build: {
                $0.build { queue.post(ConnectionEvent.tryingNow) }
            },
            Handler(events.notice, of: state) {
                NoticeViewModelBuilder(screen)
            } build: {
                $0.build(
                    goThere: { queue.post(NoticeEvent.goingThere) }, dismiss: { queue.post(NoticeEvent.dismissed) })
            },
            Handler(events.chatList, of: state) {
                ChatListContent(state, time: screen.time)
            } build: {
                ChatListViewModelBuilder(content: $0, queue: queue, memo: chatListRows).build()
            },
            Handler(events.chat, of: state) {
                OpenChatContent(state, time: screen.time)
            } build: {
                ChatScreenBuilder(content: $0, queue: queue, memo: chatRows).build()
            },
            Handler(events.typing, of: state) {
                TypingViewModelBuilder(screen)
            } build: {
                $0.build()
            },
            Handler(events.composer, of: state) {
                ComposerViewModelBuilder(screen)
            } build: {
                $0.build()
            },
            Handler(events.completion, of: state) {
                CompletionViewModelBuilder(screen)
            } build: {
                $0.build { queue.post(CompletionEvent.asked($0)) }
            },
            Handler(events.spelling, of: state) {
                SpellingViewModelBuilder(screen)
            } build: {
                $0.build(check: { queue.post(SpellingEvent.asked($0)) }, add: { queue.post(SpellingEvent.added($0)) })
            },
            Handler(events.invitation, of: state) {
                InvitationViewModelBuilder(screen)
            } build: { builder in
                builder.build(
                    accept: { queue.post(ChatEvent.accepting(chatID: builder.chat.id)) },
                    decline: { queue.post(ChatEvent.leaving(chatID: builder.chat.id)) })
            },
            Handler(events.page, of: state) {
                PageInput(screen)
            } build: {
                $0.build()
            },
            Handler(events.undo, of: state) {
                UndoViewModelBuilder(screen)
            } build: {
                $0.build { queue.post(UndoEvent.takingBack) }
            },
            Handler(events.chatDetails, of: state, on: .chatDetails) {
                ChatDetailsContent(state, canEncrypt: canEncrypt)
            } build: {
                ChatDetailsViewModelBuilder(content: $0, queue: queue).build()
            },
            Handler(events.createChat, of: state, on: .createChat) {
                CreateChatContent(state, canEncrypt: canEncrypt)
            } build: {
                CreateChatViewModelBuilder(form: $0, queue: queue).build()
            },
            Handler(events.suggestions, of: state, on: .createChat) {
                AutocompleteContactViewModelBuilder(screen)
            } build: { builder in
                builder.build { queue.post(CreateChatEvent.adding(text: builder.text, person: $0)) }
            },
            Handler(events.contacts, of: state, on: .contacts) {
                ContactListViewModelBuilder(screen)
            } build: {
                $0.build()
            },
            Handler(events.editContact, of: state, on: .editContact) {
                EditContactContent(state)
            } build: {
                EditContactViewModelBuilder(form: $0, queue: queue).build()
            },
            Handler(events.devices, of: state, on: .devices) {
                DevicesContent(state, time: screen.time)
            } build: {
                DevicesViewModelBuilder(content: $0, queue: queue).build()
            },
            Handler(events.login, of: state, on: .login) {
                LoginViewModelBuilder(again: screen)
            } build: {
                $0.build(
                    logIn: { queue.post(LoginEvent.form(.submitted($0))) },
                    choose: { queue.post(LoginEvent.form(.chosen($0))) },
                    cancel: { queue.post(LoginEvent.form(.left)) })
            },
            Handler(events.security, of: state, on: .security) {
                SecurityContent(state)
            } build: {
                SecurityViewModelBuilder(content: $0, queue: queue).build()
            },
            Handler(events.share, of: state, on: .share) {
                ShareStepBuilder(screen)
            } build: {
                $0.build()
            },
            Handler(events.verification, of: state, on: .verification) {
                VerificationContent(state)
            } build: {
                VerificationViewModelBuilder(content: $0, queue: queue).build()
            },
        ]
    }

    /// Takes up the changes that wait for the next frame, before a key press makes others.
    func catchUp() {
        for handler in handlers { handler.catchUp() }
    }

    /// Builds what the changed subjects show, with the next frame.
    func stateChanged(_ changes: SubjectSet) {
        guard !changes.isEmpty else { return }
        for handler in handlers { handler.stateChanged(changes) }
    }
}
