import ViewModels

/// The panes that alternate in the middle of the screen, one line each.
@MainActor
struct ScreenPanes {
    let chats: ChatsPane
    private let panes: [NavigationViewModel.Screen: any FocusPane]

    init(events: ScreenEvents, notice: NoticePane, host: PaneHost) {
        let chats = ChatsPane(events: events, notice: notice, host: host)
        self.chats = chats
        let pairs = NavigationViewModel.Screen.allCases.map { screen in
            let pane: any FocusPane =
                switch screen {
                case .firstRun: FirstRunPane(firstRun: events.firstRun, host: host)
                case .login: LoginPane(login: events.login, host: host)
                case .chats: chats
                case .chatDetails: ChatDetailsPane(chatDetails: events.chatDetails, host: host)
                case .createChat:
                    CreateChatPane(createChat: events.createChat, suggestions: events.suggestions, host: host)
                case .contacts: ContactsPane(contacts: events.contacts, host: host)
                case .devices: DevicesPane(devices: events.devices, host: host)
                case .editContact: EditContactPane(editContact: events.editContact)
                case .security:
                    StepPane(
                        steps: events.security, choosing: .security, writing: .securityField, host: host)
                case .share:
                    StepPane(steps: events.share, choosing: .share, writing: .shareField, host: host)
                case .verification: VerificationPane(verification: events.verification, host: host)
                }
            pane.onChange = { [weak host] in host?.onChange() }
            return (screen, pane)
        }
        panes = Dictionary(uniqueKeysWithValues: pairs)
    }

    subscript(screen: NavigationViewModel.Screen) -> any FocusPane { panes[screen] ?? chats }
}
