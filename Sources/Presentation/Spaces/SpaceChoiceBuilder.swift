import Conversations
import Engine
import Messenger
import ViewModels

/// Lists the spaces that a chat can be added to or removed from; for a space, its chats.
struct SpaceChoiceBuilder {
    let content: ChatListContent
    let queue: EventQueue
    let power: @MainActor (Chat) -> ChatPower?

    @MainActor
    func build(_ id: ChatListItemID, _ move: SpaceChoice.Move) -> SpaceChoice {
        guard id.isChat || id.isSpace, let chat = content.chats[id.text], chat.membership == .joined else {
            return .none(.words("spaces.only-joined-chats"))
        }
        return chat.isSpace ? choice(ofChatsFor: chat, move) : choice(ofSpacesFor: chat, move)
    }

    @MainActor
    private func choice(ofSpacesFor chat: Chat, _ move: SpaceChoice.Move) -> SpaceChoice {
        let wanted = content.chats.spaces(content.listing.spaceIDs).filter { mayChange($0) }
            .filter { $0.spaceChildren.contains { $0.chatID == chat.id } == (move == .outOf) }
        let rows = wanted.map { space in
            row(space.id, DisplayText(sanitizing: Naming.chat(space)), chatID: chat.id, spaceID: space.id, move)
        }
        guard move == .into else {
            return SpaceChoice(
                title: .words("spaces.out-of-which"), rows: rows, lack: rows.isEmpty ? .words("spaces.in-none") : nil)
        }
        return SpaceChoice(
            title: .words("spaces.into-which"), placeholder: .words("spaces.find-or-name"), rows: rows,
            emptyText: .words("spaces.name-makes-one"),
            typedRow: { [queue] text in
                let name = text.trimmed
                guard !name.isEmpty else { return nil }
                return FuzzyListRowViewModel(
                    id: FuzzyListRowID("typed"), title: .words("spaces.make-it", ["space": name]),
                    choose: .available {
                        queue.post(ChatTaskEvent.wanted(.makeSpace(name: name, chatID: chat.id)))
                    })
            })
    }

    @MainActor
    private func choice(ofChatsFor space: Chat, _ move: SpaceChoice.Move) -> SpaceChoice {
        guard mayChange(space) else { return .none(.words("spaces.lacks-power", ["space": Naming.chat(space)])) }
        let parts = space.spaceChildren.map(\.chatID)
        let others = content.order.shown.filter { content.chats[$0]?.membership == .joined && !parts.contains($0) }
        let rows = (move == .into ? others : parts).map { id in
            row(id, name(of: id), chatID: id, spaceID: space.id, move)
        }
        let none: DisplayText = move == .into ? .words("spaces.has-all") : .words("spaces.has-none")
        return SpaceChoice(
            title: move == .into ? .words("spaces.put-which") : .words("spaces.take-which"), rows: rows,
            lack: rows.isEmpty ? none : nil)
    }

    /// Falls back to the space's name for the chat if the account hasn't joined it.
    private func name(of chatID: String) -> DisplayText {
        DisplayText(
            sanitizing: content.chats[chatID].map(Naming.chat) ?? content.arrangement?.joinable[chatID]?.name ?? chatID)
    }

    private func row(
        _ id: String, _ title: DisplayText, chatID: String, spaceID: String, _ move: SpaceChoice.Move
    ) -> FuzzyListRowViewModel {
        let task = ChatTask.place(chatID: chatID, spaceID: spaceID, isIn: move == .into)
        return FuzzyListRowViewModel(
            id: FuzzyListRowID(id), title: title, keywords: [id],
            choose: content.tasks.running.contains(task)
                ? .unavailable(.words("server.being-told"))
                : .available { [queue] in queue.post(ChatTaskEvent.wanted(task)) })
    }

    @MainActor
    private func mayChange(_ space: Chat) -> Bool {
        OwnPower(power: power(space), userID: content.ownUserID).maySet("m.space.child")
    }
}
