import Terminal
import ViewModels

@testable import Panes

extension TestScreen {
    /// Opens a context with sample content on the screen.
    ///
    /// - Returns: Whether the context can be opened.
    func show(_ context: PaneContext) -> Bool {
        raiseChat(Samples.rows, actions: { _ in MessageActions() })
        _ = text
        switch context {
        case .emptyComposer: break
        case .composer: type("hello")
        case .completion:
            type("@b")
            raiseCompletion(
                CompletionQuery(kind: .person, text: "b"),
                [CompletionViewModel.Row(title: "Bo", detail: "@bo:example.org", text: "@bo:example.org ")])
        case .chatList: run(.focusList)
        case .chatFilter: run(.filterChats)
        case .chatName:
            var item = Samples.item("Bo", "", "", isOpen: true)
            item.actions.rename = .available { [weak self] in self?.asked.append("rename \($0)") }
            raiseChatList([item])
            _ = text
            run(.renameChat)
        case .selection: run(.selectOlder)
        case .prefix: run(.moreKeys)
        case .invitation: showInvitation()
        case .chatDetails, .chatDetailsField: showDetails(withField: context == .chatDetailsField)
        case .createChat, .addingMember:
            raiseCreateChat()
            raiseSuggestions(["Bo"], for: context == .addingMember ? "b" : "")
            turn(to: .createChat)
            if context == .addingMember { type("b") }
        case .contacts:
            raiseContacts([])
            turn(to: .contacts)
        case .devices:
            raiseDevices([Samples.device("laptop", asked: { [weak self] in self?.asked.append($0) })])
            turn(to: .devices)
        case .editContact:
            raiseEditContact(
                userID: FieldViewModel(label: "Matrix ID", text: "@bo:example.org", revision: 1),
                name: FieldViewModel(label: "Name", text: "Bo", revision: 1),
                note: FieldViewModel(label: "Note", text: "", revision: 1))
            turn(to: .editContact)
        case .firstRun:
            raiseFirstRun()
            turn(to: .firstRun)
        case .login:
            raiseLogin()
            turn(to: .login)
        case .verification:
            raiseVerification()
            turn(to: .verification)
        case .security, .securityField:
            raiseSecurity(withField: context == .securityField)
            turn(to: .security)
        case .share, .shareField:
            raiseShare(withField: context == .shareField)
            turn(to: .share)
        case .menu: run(.menu)
        case .help: run(.help)
        case .fuzzyList: run(.commands)
        case .confirmation: run(.leaveChat)
        case .question: screen.host.ask("Why?", placeholder: "", .available { [weak self] in self?.asked.append($0) })
        case .page:
            events.page.raise { PageViewModel(title: "A page", sections: []) }
            screen.host.showPage(.available {})
        }
        _ = text
        return screen.context == context
    }

    func turn(to screen: NavigationViewModel.Screen) {
        navigation = screen
        raiseNavigation()
        _ = text
    }

    private func run(_ action: ActionID) {
        screen.run(action)
        frames.deliver()
    }

    private func showInvitation() {
        detail = .invitation
        openedCount += 1
        raiseNavigation()
        raiseInvitation()
        _ = text
    }

    private func showDetails(withField: Bool) {
        let field = ChatDetailsViewModel.Field(
            prompt: "The chat's name:", text: "Tea", revision: 1, hint: "",
            changed: { [weak self] in self?.asked.append("changed \($0)") },
            save: .available { [weak self] in self?.asked.append("save \($0)") }, cancel: {})
        let model = ChatDetailsViewModel(
            title: "Tea", facts: [], memberHeading: "1 member", memberCount: 1,
            member: { [weak self] _ in
                var moderation = ChatDetailsViewModel.Moderation()
                moderation.remove = .init(
                    question: "Remove Bo? y removes", perform: .available { _ in self?.asked.append("remove") })
                return .init(
                    name: "Bo", detail: "@bo:example.org", role: "", moderation: moderation,
                    startChat: .available { self?.asked.append("start") },
                    verify: .available { self?.asked.append("verify") })
            },
            shouldShowBusy: false, busyText: "", shouldShowError: false, errorText: "", field: withField ? field : nil,
            rename: action("name"), setTopic: action("topic"), invite: action("invite"),
            changeNotices: action("notices"), encrypt: action("encrypt"),
            back: { [weak self] in
                self?.asked.append("back")
                self?.navigation = .chats
                self?.raiseNavigation()
            })
        events.chatDetails.raise { model }
        turn(to: .chatDetails)
    }
}
