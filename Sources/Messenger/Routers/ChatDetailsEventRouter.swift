import Conversations
import Engine
import ViewModels

/// Routes events about chat details.
@MainActor
struct ChatDetailsEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: ChatDetailsEvent) {
        switch event {
        case .opening(let chatID):
            open(chatID)
        case .loaded(let chatID, let members, let power, let access):
            guard chatID == state.chatDetails.chatID else { return }
            load(members, power, of: chatID)
            if let access { state.chatDetails.apply(access) }
            list(chatID)
        case .listed(let chatID, let isListed):
            guard chatID == state.chatDetails.chatID else { return }
            state.chatDetails.apply(isListed: isListed)
        case .editing(let field):
            state.chatDetails.edit(field, text: text(of: field))
        case .changed(let text):
            state.chatDetails.change(text)
        case .saving(let text):
            save(text)
        case .doing(let change):
            guard let chatID = state.chatDetails.chatID else { return }
            state.chatDetails.beginWork()
            effects.chatDetails.perform(change, in: chatID)
        case .done(let chatID):
            guard chatID == state.chatDetails.chatID else { return }
            state.chatDetails.finishWork()
            ask(chatID)
        case .failed(let chatID, let reason):
            guard chatID == state.chatDetails.chatID else { return }
            state.chatDetails.fail(.failed(reason))
        }
    }

    private func open(_ chatID: String?) {
        let asked = chatID.map { state.chatList.chat($0) } ?? state.chatList.openChat
        guard let chat = asked, chat.membership == .joined else { return }
        let members = state.timeline.chatID == chat.id ? Array(state.timeline.members.values) : []
        state.chatDetails.begin(chat.id, members: members, power: state.power.power(in: chat))
        state.navigation.show(.chatDetails)
        effects.book.load()
        list(chat.id)
        ask(chat.id)
    }

    /// Loads the verification state of each member.
    private func list(_ chatID: String) {
        queue.post(TrustEvent.listed(state.chatDetails.members.map(\.userID), chatID: chatID))
    }

    private func ask(_ chatID: String) {
        state.chatDetails.ask(knowing: state.chatList.chats[chatID]?.powerSource.levels)
        effects.chatDetails.load(chatID)
    }

    /// Keeps the changes that a sync brought since the request, as they are newer than the response.
    private func load(_ members: [ChatMember], _ source: ChatPowerSource, of chatID: String) {
        if let current = state.chatList.chats[chatID]?.powerSource {
            let known = state.chatDetails.knownLevels
            var new = source
            if current.levels != known { new.levels = current.levels }
            state.chatList.set(new, chatID: chatID)
            if current != new {
                effects.chatArchive.save(source, knowing: known, chatID: chatID)
            }
        }
        state.chatDetails.load(members: members, power: state.chatList.chats[chatID].flatMap(state.power.power))
    }

    private func text(of field: ChatDetailsField?) -> String {
        let chat = state.chatDetails.chatID.flatMap { state.chatList.chats[$0] }
        return switch field {
        case .name: chat?.givenName ?? ""
        case .topic: chat?.topic ?? ""
        case nil: ""
        }
    }

    private func save(_ text: String) {
        state.chatDetails.change(text)
        guard let chatID = state.chatDetails.chatID, let field = state.chatDetails.field else { return }
        switch field {
        case .name: effects.chatDetails.setName(text, of: chatID)
        case .topic: effects.chatDetails.setTopic(text, of: chatID)
        }
        state.chatDetails.beginWork()
    }
}

extension ChatDetailsEventRouter: SliceReceiver {
    func receive(_ slice: ReceivedSlice) {
        guard let open = state.chatDetails.chatID, slice.has(open), let chat = state.chatList.chat(open) else { return }
        state.chatDetails.merge(slice.applied.changedMembers[open] ?? [], power: state.power.power(in: chat))
    }
}
