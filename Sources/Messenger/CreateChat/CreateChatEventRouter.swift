package import Conversations
import MatrixAPI
import ViewModels

/// Events for creating a chat and inviting people.
package enum CreateChatEvent: RoutedEvent {
    /// The user creates a chat, with a certain person if one is given, or invites people to an existing chat.
    case started(with: ChatPerson?, for: CreateChatPurpose = .newChat)
    /// The text in the field for people has changed.
    case changed(text: String)
    case changing(GroupChange)
    /// Adds the best match of the text, or the person that was chosen.
    case adding(text: String, person: ChatPerson?)
    case removing(userID: String)
    /// The server's user directory answered.
    case answered(DirectoryResponse)
    case creatingChat
    case created(chatID: String, NewChat)
    case createChatFailed(NewChat, CreateChatFailureReason)
}

/// Routes events for creating a chat.
@MainActor
struct CreateChatEventRouter: EventRouter {
    struct Models {
        let createChat: CreateChatModel
        let timeline: TimelineModel
        let contacts: ContactModel
        let chatList: ChatListModel
        let navigation: NavigationModel
        let account: AccountModel
    }

    private let models: Models
    private let book: ContactArchive
    private let directory: DirectoryEndpoint
    private let creation: CreateChatEndpoint
    private let handlers: SessionHandlers
    private let queue: EventQueue
    private let environment: SessionEnvironment

    func route(_ event: CreateChatEvent) {
        switch event {
        case .started(let person, let purpose):
            models.createChat.begin(with: person.map { [$0] } ?? [], for: purpose, present: present(for: purpose))
            if !models.createChat.text.isEmpty { directory.search(models.createChat.text) }
            models.navigation.show(.createChat)
            book.load()
            if person != nil { create() }
            handlers.screenChanged()
            handlers.createChat.formChanged()
        case .changed(let text):
            let hadError = models.createChat.error != nil
            models.createChat.change(text)
            directory.search(text)
            if hadError { handlers.createChat.formChanged() } else { handlers.createChat.suggestionsChanged() }
        case .changing(.name(let name)):
            models.createChat.rename(name)
            handlers.createChat.formChanged()
        case .changing(.encryption):
            models.createChat.switchEncryption()
            handlers.createChat.formChanged()
        case .adding(let text, let person):
            add(person, text: text)
            handlers.createChat.formChanged()
        case .removing(let userID):
            models.createChat.remove(userID)
            handlers.createChat.formChanged()
        case .answered(let answer):
            models.createChat.answer(answer)
            if case .valid(let userID) = ChatPartner(text: answer.text, ownUserID: models.account.userID),
                models.createChat.settle(userID.description, by: answer)
            {
                handlers.createChat.formChanged()
            }
            handlers.createChat.suggestionsChanged()
        case .creatingChat:
            create()
            handlers.createChat.formChanged()
        case .created(let chatID, let chat):
            finish(chatID, chat)
            handlers.createChat.formChanged()
            handlers.chatList.changed()
            handlers.screenChanged()
            handlers.navigation.chatsChanged()
        case .createChatFailed(let chat, let failure):
            guard models.createChat.creating == chat else { return }
            if case .notInvited(_, _, let invited) = failure { invited.forEach(models.createChat.remove) }
            models.createChat.fail(.failed(failure))
            handlers.createChat.formChanged()
        }
    }

    /// The people who are in the chat already and need no invitation.
    private func present(for purpose: CreateChatPurpose) -> Set<String> {
        guard let chatID = purpose.chatID, models.timeline.chatID == chatID else { return [] }
        return Set(models.timeline.members.values.filter { ["join", "invite"].contains($0.membership) }.map(\.userID))
    }

    private func add(_ chosen: ChatPerson?, text: String) {
        models.createChat.change(text)
        let server = UserID(models.account.userID)?.server ?? ""
        if chosen == nil, models.createChat.purpose == .newChat,
            case .room(let address) = MatrixAddress(text, server: server)
        {
            if !models.createChat.isBusy { queue.post(JoinEvent.asked(address, from: .form)) }
            return
        }
        let suggestions = SuggestionFinder(
            for: models.createChat, contacts: models.contacts, ownUserID: models.account.userID
        ).find()
        let best = SuggestionFinder.best(of: suggestions, text: text).map { suggestions[$0].person }
        if let person = chosen ?? best {
            if models.createChat.directory != nil || person.userID == person.userID.lowercased() { directory.forget() }
            models.createChat.add(person)
            return
        }
        switch ChatPartner(text: text, ownUserID: models.account.userID) {
        case .valid(let userID):
            // The person is not suggested because they were added before.
            models.createChat.add(ChatPerson(userID: userID.description, displayName: nil))
        case .incomplete(let flaw), .wrong(let flaw):
            models.createChat.fail(.partner(flaw))
        }
    }

    /// Creates the chat. An existing direct chat is opened instead of creating a second one.
    private func create() {
        let form = models.createChat
        guard !form.isBusy else { return }
        guard let first = form.members.first else {
            form.fail(.nobodyAdded)
            return
        }
        if let chatID = form.purpose.chatID {
            let people = NewChat(userIDs: form.members.map(\.userID), name: nil, isDirect: false)
            form.beginCreating(people)
            return creation.invite(people, to: chatID)
        }
        if form.isDirect, let existing = models.chatList.directChat(with: first.userID) {
            queue.post(ChatEvent.opened(chatID: existing.id))
            return
        }
        let name = form.name.trimmed
        let chat = NewChat(
            userIDs: form.members.map(\.userID), name: name.isEmpty ? nil : name, isDirect: form.isDirect,
            isEncrypted: form.isEncrypted && !form.encryptsItself, asksForEncryption: form.encryptsItself)
        form.beginCreating(chat)
        creation.create(chat)
    }

    /// Opens the new chat, unless the user left the form meanwhile.
    private func finish(_ chatID: String, _ chat: NewChat) {
        if models.chatList.chats[chatID] == nil {
            models.chatList.merge([.justCreated(chatID, as: chat, now: environment.now())])
        }
        guard models.navigation.screen == .createChat, models.createChat.creating == chat else { return }
        models.createChat.finish()
        queue.post(ChatEvent.opened(chatID: chatID))
        if models.createChat.purpose.chatID == chatID {
            queue.post(ComposerEvent.commandDone(.peopleInvited(models.createChat.members), chatID: chatID))
        }
    }
}

extension CreateChatEventRouter {
    init(_ session: SessionParts) {
        let models = session.models
        self.init(
            models: Models(
                createChat: models.createChat, timeline: models.timeline, contacts: models.contacts,
                chatList: models.chatList,
                navigation: models.navigation, account: models.account),
            book: session.book,
            directory: DirectoryEndpoint(session.endpointParts), creation: CreateChatEndpoint(session.endpointParts),
            handlers: session.handlers, queue: session.queue,
            environment: session.environment)
    }
}

/// A decision about a chat that will be a group.
package enum GroupChange: Hashable, Sendable {
    case name(String)
    /// Turns encryption on or off.
    case encryption
}
