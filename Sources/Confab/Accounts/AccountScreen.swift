import Panes
import ViewModels

/// The screen of one account: its events, and the panes that draw them.
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
