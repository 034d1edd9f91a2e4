import Conversations
import MatrixClient
import Pictures

/// Requests for pictures in messages, and their results.
enum PictureEvent: RoutedEvent {
    /// Pictures come near the screen. The first visible one is first.
    case wanted([PictureDrawingRequest], chatID: String)
    case drawn(PictureDrawingRequest, PictureDrawing, PictureSupport)
    case failed(PictureDrawingRequest, PictureError)
    /// The terminal's graphics capabilities have changed.
    case meansChanged
}

/// Handles the events of pictures in messages.
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
            // Nothing is fetched for chats that the user hasn't joined or has left.
            guard chatList.chat(chatID)?.membership == .joined else { return }
            for order in orders { draw(order) }
        case .drawn(let order, let drawing, let means):
            model.set(drawing, of: order, means)
            // The terminal's capabilities have changed meanwhile.
            if means != environment.pictures?.means() { draw(order) }
            handlers.timeline.changed()
        case .failed(let order, let failure):
            model.fail(failure, of: order, now: environment.clock.now())
            handlers.timeline.changed()
        case .meansChanged:
            if model.outdate(unless: environment.pictures?.means()) { handlers.timeline.changed() }
        }
    }

    private func draw(_ order: PictureDrawingRequest) {
        guard settings.settings.media.pictures != .off, let means = environment.pictures?.means(),
            model.begin(order, means, now: environment.clock.now())
        else { return }
        endpoint.draw(order, means, settings: settings.settings.media)
    }
}

extension PictureEventRouter {
    init(_ session: SessionParts) {
        self.init(
            model: session.models.pictures, chatList: session.models.chatList, settings: session.models.settings,
            endpoint: session.pictures, environment: session.environment, handlers: session.handlers)
    }
}
