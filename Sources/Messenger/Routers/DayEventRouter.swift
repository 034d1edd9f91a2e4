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
