import Panes
import ViewModels

/// What one account is seen on: the events that it raises, and the panes that draw them.
@MainActor
final class AccountScreen: AccountFront {
    let events: ScreenEvents
    let panes: MessengerScreen

    init(events: ScreenEvents, panes: MessengerScreen) {
        self.events = events
        self.panes = panes
    }

    func instruct(_ guide: Guide) { guide.take(GuideKeys(panes.keyMap)) }

    func onAction(_ tell: @escaping (ActionID) -> Void) { panes.onAction = tell }

    func leave() { panes.leave() }
}
