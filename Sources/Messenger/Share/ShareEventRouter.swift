import ViewModels

/// Events of sharing the server.
enum ShareEvent: RoutedEvent {
    case opened
    /// The user typed the address at which others reach the server.
    case sharing(address: String)
    case ending
    case done
    case failed(any Reason)
    /// Goes back one step.
    case left
}

/// Routes the events of sharing the server.
@MainActor
struct ShareEventRouter: EventRouter {
    private let share: ShareModel
    private let navigation: NavigationModel
    private let endpoint: ShareEndpoint
    private let handlers: SessionHandlers
    private let queue: EventQueue

    func route(_ event: ShareEvent) {
        switch event {
        case .opened:
            share.open(from: navigation.screen)
            navigation.show(.share)
            if !share.isBusy { share.enter(endpoint.standing) }
        case .sharing(let address):
            guard !share.isBusy else { return }
            share.begin()
            endpoint.share(at: address)
        case .ending:
            guard !share.isBusy else { return }
            share.begin()
            endpoint.end()
        case .done:
            share.enter(endpoint.standing)
            queue.post(ConnectionEvent.tryingNow)
        case .failed(let reason):
            share.fail(reason)
            queue.post(ConnectionEvent.tryingNow)
        case .left:
            if navigation.screen == .share { navigation.show(share.origin) }
        }
        handlers.screenChanged()
        handlers.share.changed()
    }
}

extension ShareEventRouter {
    init(_ session: SessionParts) {
        self.init(
            share: session.models.share, navigation: session.models.navigation,
            endpoint: ShareEndpoint(parts: session.endpointParts),
            handlers: session.handlers, queue: session.queue)
    }
}
