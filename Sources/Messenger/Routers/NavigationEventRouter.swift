import Engine
import ViewModels

/// Handles the events of moving between chats and screens.
@MainActor
struct NavigationEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: NavigationEvent) {
        switch event {
        case .next:
            open(neighbour(by: 1))
        case .previous:
            open(neighbour(by: -1))
        case .place(let place):
            let shown = state.spaceArrangement?.shown ?? state.chatList.order
            open(shown.indices.contains(place - 1) ? shown[place - 1] : nil)
        case .catchUp:
            switch state.nextUnread.next {
            case .chat(let chatID): open(chatID)
            case .thread(let threadID, let chatID):
                queue.post(ThreadEvent.opened(threadID: threadID, chatID: chatID))
            case nil: break
            }
        case .lastVisited:
            open(state.chatList.lastVisitedID)
        case .newChat:
            queue.post(CreateChatEvent.started(with: nil))
        case .goTo:
            state.navigation.open(.chatToGoTo)
        case .back where state.navigation.picker != nil:
            state.navigation.closePicker()
        case .back where state.navigation.screen == .createChat && state.navigation.screenBeforeForm == .chatDetails:
            state.navigation.show(.chatDetails)
        case .back:
            state.chatDetails.close()
            state.navigation.show(.chats)
        case .helpOpened:
            environment.didCompleteStep(.openedHelp)
        }
    }

    private func neighbour(by offset: Int) -> String? {
        let open = state.chatList.openChatID
        guard let arrangement = state.spaceArrangement else {
            return state.chatList.neighbour(of: open, by: offset)
        }
        return arrangement.neighbour(of: open, by: offset)
    }

    private func open(_ chatID: String?) {
        guard let chatID else { return }
        queue.post(ChatEvent.opened(chatID: chatID))
    }
}

/// Routes events about the list of commands.
@MainActor
struct CommandEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: CommandEvent) {
        switch event {
        case .loaded(let names):
            state.commands.load(names)
        case .ran(let name):
            state.commands.add(name)
            effects.commandArchive.remember(state.commands.recent)
        }
    }
}
