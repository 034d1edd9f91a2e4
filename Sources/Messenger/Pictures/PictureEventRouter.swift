import Conversations
import MatrixClient
import Pictures

/// The way in for what becomes of pictures in messages.
@MainActor
struct PictureEventRouter: EventRouter {
    private let model: PictureModel
    private let chatList: ChatListModel
    private let settings: SettingsModel
    private let endpoint: PictureEndpoint
    private let environment: SessionEnvironment
    private let handlers: SessionHandlers

    func route(_ event: PictureEvent) {
        switch event {
        case .wanted(let orders, let chatID):
            // Nothing is fetched for who was let in by nobody, or isn't there any more.
            guard settings.settings.media.pictures != .off, let colors = environment.pictures?.colors(),
                chatList.chat(chatID)?.membership == .joined
            else { return }
            for order in orders where model.begin(order, colors, now: environment.clock.now()) {
                endpoint.draw(order, colors, settings: settings.settings.media)
            }
        case .drawn(let order, let drawing, let colors):
            model.set(drawing, of: order, colors)
            handlers.timeline.changed()
        case .failed(let order, let failure):
            model.fail(failure, of: order, now: environment.clock.now())
            handlers.timeline.changed()
        }
    }
}

extension PictureEventRouter {
    init(_ session: SessionParts) {
        self.init(
            model: session.models.pictures, chatList: session.models.chatList, settings: session.models.settings,
            endpoint: session.pictures, environment: session.environment, handlers: session.handlers)
    }
}
