import Conversations
import Engine
import MatrixAPI
import ViewModels

/// Routes events for creating a chat.
@MainActor
struct CreateChatEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: CreateChatEvent) {
        switch event {
        case .started(let person, let purpose):
            state.createChat.begin(with: person.map { [$0] } ?? [], for: purpose, present: present(for: purpose))
            if !state.createChat.text.isEmpty { effects.directory.search(state.createChat.text) }
            state.navigation.show(.createChat)
            effects.book.load()
            if person != nil { create() }
        case .changed(let text):
            state.createChat.change(text)
            effects.directory.search(text)
        case .changing(.name(let name)):
            state.createChat.rename(name)
        case .changing(.encryption):
            state.createChat.switchEncryption()
        case .adding(let text, let person):
            add(person, text: text)
        case .removing(let userID):
            state.createChat.remove(userID)
        case .answered(let answer):
            state.createChat.answer(answer)
            if case .valid(let userID) = ChatPartner(text: answer.text, ownUserID: state.account.userID) {
                state.createChat.settle(userID.description, by: answer)
            }
        case .creatingChat:
            create()
        case .created(let chatID, let chat):
            finish(chatID, chat)
        case .createChatFailed(let chat, let failure):
            guard state.createChat.creating == chat else { return }
            if case .notInvited(_, _, let invited) = failure {
                for userID in invited { state.createChat.remove(userID) }
            }
            state.createChat.fail(.failed(failure))
        }
    }

    /// The people who are in the chat already and need no invitation.
    private func present(for purpose: CreateChatPurpose) -> Set<String> {
        guard let chatID = purpose.chatID, state.timeline.chatID == chatID else { return [] }
        return Set(state.timeline.members.values.filter { ["join", "invite"].contains($0.membership) }.map(\.userID))
    }

    private func add(_ chosen: ChatPerson?, text: String) {
        state.createChat.change(text)
        let server = UserID(state.account.userID)?.server ?? ""
        if chosen == nil, state.createChat.purpose == .newChat,
            case .room(let address) = MatrixAddress(text, server: server)
        {
            if !state.createChat.isBusy { queue.post(JoinEvent.asked(address, from: .form)) }
            return
        }
        let suggestions = SuggestionFinder(
            for: state.createChat, contacts: state.contacts, ownUserID: state.account.userID
        ).find()
        let best = SuggestionFinder.best(of: suggestions, text: text).map { suggestions[$0].person }
        if let person = chosen ?? best {
            if state.createChat.directory != nil || person.userID == person.userID.lowercased() {
                effects.directory.forget()
            }
            state.createChat.add(person)
            return
        }
        switch ChatPartner(text: text, ownUserID: state.account.userID) {
        case .valid(let userID):
            // The person is not suggested because they were added before.
            state.createChat.add(ChatPerson(userID: userID.description, displayName: nil))
        case .incomplete(let flaw), .wrong(let flaw):
            state.createChat.fail(.partner(flaw))
        }
    }

    /// Creates the chat. An existing direct chat is opened instead of creating a second one.
    private func create() {
        let form = state.createChat
        guard !form.isBusy else { return }
        guard let first = form.members.first else {
            state.createChat.fail(.nobodyAdded)
            return
        }
        if let chatID = form.purpose.chatID {
            let people = NewChat(userIDs: form.members.map(\.userID), name: nil, isDirect: false)
            state.createChat.beginCreating(people)
            return effects.creation.invite(people, to: chatID)
        }
        if form.isDirect, let existing = state.chatList.directChat(with: first.userID) {
            queue.post(ChatEvent.opened(chatID: existing.id))
            return
        }
        let name = form.name.trimmed
        let chat = NewChat(
            userIDs: form.members.map(\.userID), name: name.isEmpty ? nil : name, isDirect: form.isDirect,
            isEncrypted: form.isEncrypted && !form.encryptsItself, asksForEncryption: form.encryptsItself)
        state.createChat.beginCreating(chat)
        effects.creation.create(chat)
    }

    /// Opens the new chat, unless the user left the form meanwhile.
    private func finish(_ chatID: String, _ chat: NewChat) {
        if state.chatList.chats[chatID] == nil {
            state.chatList.merge([.justCreated(chatID, as: chat, now: environment.now())])
        }
        guard state.navigation.screen == .createChat, state.createChat.creating == chat else { return }
        state.createChat.finish()
        queue.post(ChatEvent.opened(chatID: chatID))
        if state.createChat.purpose.chatID == chatID {
            queue.post(ComposerEvent.commandDone(.peopleInvited(state.createChat.members), chatID: chatID))
        }
    }
}
