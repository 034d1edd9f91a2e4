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

    func route(_ event: DayEvent) {
        switch event {
        case .began: state.day.begin(at: environment.now())
        }
    }
}

/// The current day, which times are shown relative to.
struct DayModel {
    /// The time at which it was noticed that the day began, in milliseconds since 1970.
    private(set) var now: Int64 = 0
    /// The end of the day, in milliseconds since 1970.
    private(set) var end: Int64 = 0

    mutating func begin(at now: Int64) {
        self.now = now
        end = now + Int64(TimeText.millisecondsToMidnight(from: now))
    }
}
