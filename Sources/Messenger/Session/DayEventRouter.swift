/// Events of the clock.
enum DayEvent: RoutedEvent {
    /// A new day began: today's messages are now yesterday's.
    case began
}

/// Routes the events of the clock.
@MainActor
struct DayEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects
    let handlers: SessionHandlers

    func route(_ event: DayEvent) {
        switch event {
        case .began: handlers.showAll()
        }
    }
}
