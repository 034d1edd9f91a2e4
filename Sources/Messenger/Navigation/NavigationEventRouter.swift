import ViewModels

/// The way in for moving between chats and screens.
@MainActor
struct NavigationEventRouter: EventRouter {
    struct Models {
        let navigation: NavigationModel
        let chatList: ChatListModel
        let chatDetails: ChatDetailsModel
        let catchUp: CatchUp
    }

    private let models: Models
    private let handler: NavigationHandler
    private let queue: EventQueue
    private let environment: SessionEnvironment

    func route(_ event: NavigationEvent) {
        switch event {
        case .next:
            open(models.chatList.neighbour(of: models.chatList.openChatID, by: 1))
        case .previous:
            open(models.chatList.neighbour(of: models.chatList.openChatID, by: -1))
        case .place(let place):
            open(models.chatList.order.indices.contains(place - 1) ? models.chatList.order[place - 1] : nil)
        case .catchUp:
            open(models.catchUp.next)
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
        case .back:
            models.chatDetails.close()
            models.navigation.show(.chats)
            handler.changed()
        case .helpOpened:
            environment.didCompleteStep(.openedHelp)
        }
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
                navigation: models.navigation, chatList: models.chatList, chatDetails: models.chatDetails,
                catchUp: CatchUp(models)),
            handler: session.handlers.navigation, queue: session.queue,
            environment: session.environment)
    }
}
