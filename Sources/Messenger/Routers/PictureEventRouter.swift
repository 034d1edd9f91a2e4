import Conversations
import Engine
import MatrixClient

/// Handles the events of pictures in messages.
@MainActor
struct PictureEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: PictureEvent) {
        switch event {
        case .wanted(let orders, let chatID):
            // Nothing is fetched for chats that the user hasn't joined or has left.
            guard state.chatList.chat(chatID)?.membership == .joined else { return }
            for order in orders { draw(order) }
        case .drawn(let order, let drawing, let means):
            state.pictures.set(drawing, of: order, means)
            // The terminal's capabilities have changed meanwhile.
            if means != environment.pictures?.means() { draw(order) }
        case .failed(let order, let failure):
            state.pictures.fail(failure, of: order, now: environment.clock.now())
        case .meansChanged:
            state.pictures.outdate(unless: environment.pictures?.means())
        }
    }

    private func draw(_ order: PictureDrawingRequest) {
        guard state.settings.settings.media.pictures != .off, let means = environment.pictures?.means(),
            state.pictures.begin(order, means, now: environment.clock.now())
        else { return }
        effects.pictures.draw(order, means, settings: state.settings.settings.media)
    }
}
