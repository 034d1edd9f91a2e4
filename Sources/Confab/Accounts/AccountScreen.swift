import Panes
import ViewModels

/// What one account is seen on: the events that it raises, and the panes that draw them.
@MainActor
final class AccountScreen {
    let events: ScreenEvents
    let panes: MessengerScreen

    init(events: ScreenEvents, panes: MessengerScreen) {
        self.events = events
        self.panes = panes
    }
}
