import ViewModels

/// Events of moving between chats and screens.
package enum NavigationEvent: RoutedEvent {
    case next
    case previous
    /// Opens the chat at this position of the list, counted from 1.
    case place(Int)
    case catchUp
    case lastVisited
    case newChat
    /// Opens the list of chats to go to.
    case goTo
    /// Closes a list or form and returns to the previous screen.
    case back
    case helpOpened
}

/// Handles the events of moving between chats and screens.
@MainActor
struct NavigationEventRouter: EventRouter {
    struct Models {
        let navigation: NavigationModel
        let chatList: ChatListModel
        let spaces: SpaceModel
        let chatDetails: ChatDetailsModel
        let catchUp: NextUnreadFinder
    }

    private let models: Models
    private let handler: NavigationHandler
    private let queue: EventQueue
    private let environment: SessionEnvironment

    func route(_ event: NavigationEvent) {
        switch event {
        case .next:
            open(neighbour(by: 1))
        case .previous:
            open(neighbour(by: -1))
        case .place(let place):
            let shown = SpaceArrangement(models.chatList, models.spaces)?.shown ?? models.chatList.order
            open(shown.indices.contains(place - 1) ? shown[place - 1] : nil)
        case .catchUp:
            switch models.catchUp.next {
            case .chat(let chatID): open(chatID)
            case .thread(let threadID, let chatID):
                queue.post(ThreadEvent.opened(threadID: threadID, chatID: chatID))
            case nil: break
            }
        case .lastVisited:
            open(models.chatList.lastVisitedID)
        case .newChat:
            queue.post(CreateChatEvent.started(with: nil))
        case .goTo:
            models.navigation.open(.chatToGoTo)
            handler.pickerChanged()
        case .back where models.navigation.picker != nil:
            models.navigation.closePicker()
            handler.pickerChanged()
        case .back where models.navigation.screen == .createChat && models.navigation.screenBeforeForm == .chatDetails:
            models.navigation.show(.chatDetails)
            handler.changed()
        case .back:
            models.chatDetails.close()
            models.navigation.show(.chats)
            handler.changed()
        case .helpOpened:
            environment.didCompleteStep(.openedHelp)
        }
    }

    private func neighbour(by offset: Int) -> String? {
        let open = models.chatList.openChatID
        guard let arrangement = SpaceArrangement(models.chatList, models.spaces) else {
            return models.chatList.neighbour(of: open, by: offset)
        }
        return arrangement.neighbour(of: open, by: offset)
    }

    private func open(_ chatID: String?) {
        guard let chatID else { return }
        queue.post(ChatEvent.opened(chatID: chatID))
    }
}

extension NavigationEventRouter {
    init(_ session: SessionParts) {
        let models = session.models
        self.init(
            models: Models(
                navigation: models.navigation, chatList: models.chatList, spaces: models.spaces,
                chatDetails: models.chatDetails, catchUp: NextUnreadFinder(models)),
            handler: session.handlers.navigation, queue: session.queue,
            environment: session.environment)
    }
}
