/// Events of the clock.
enum DayEvent: RoutedEvent {
    /// A new day began: today's messages are now yesterday's.
    case began
}

/// Routes the events of the clock.
@MainActor
struct DayEventRouter: EventRouter {
    private let handlers: SessionHandlers

    init(_ session: SessionParts) {
        handlers = session.handlers
    }

    func route(_ event: DayEvent) {
        switch event {
        case .began: handlers.showAll()
        }
    }
}
