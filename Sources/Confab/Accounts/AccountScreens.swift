import Panes
import Terminal
import ViewModels

/// The screens of a window, one for each account. Only one is shown, and each keeps its draft.
@MainActor
final class AccountScreens {
    /// Called when the window has to be drawn.
    var onChange: () -> Void = {}
    var onCommand: (ScreenCommand) -> Void = { _ in }
    /// Called when the window's title changes.
    var onTitle: (DisplayText) -> Void = { _ in }

    private let clock: FrameClock
    private var all: [AccountScreen] = []
    private(set) var shown: AccountScreen
    private var size: Size
    /// The height in rows.
    var height: Int { size.height }
    var widths = LayoutWidths() {
        didSet { for screen in all { screen.panes.widths = widths } }
    }
    var keyMap = KeyMap.standard {
        didSet { for screen in all { screen.panes.keyMap = keyMap } }
    }

    init(clock: FrameClock, size: Size) {
        self.clock = clock
        self.size = size
        shown = Self.make(clock, size, .standard)
        connect(shown)
    }

    /// Adds a screen, which is not shown yet.
    func add() -> AccountScreen {
        let screen = Self.make(clock, size, keyMap)
        screen.panes.widths = widths
        connect(screen)
        return screen
    }

    /// Shows a screen instead of the current one, whose draft is saved first.
    func show(_ screen: AccountScreen) {
        guard screen !== shown else { return }
        shown.panes.leave()
        if !clock.isAnswering { screen.panes.replace(shown.panes) }
        shown = screen
        if let connection = screen.events.connection.newest { onTitle(connection.windowTitle) }
        screen.events.connection.raiseAgain()
        onChange()
    }

    /// Removes a screen that is not shown.
    func remove(_ screen: AccountScreen) { all.removeAll { $0 === screen } }

    func resize(to size: Size) {
        self.size = size
        for screen in all { screen.panes.resize(to: size) }
    }

    func showMessage(_ text: String) { shown.panes.showMessage(DisplayText(sanitizing: text)) }

    private static func make(_ clock: FrameClock, _ size: Size, _ keyMap: KeyMap) -> AccountScreen {
        let events = ScreenEvents(clock: clock)
        return AccountScreen(
            events: events,
            panes: MessengerScreen(events: events, size: size, keyMap: keyMap, after: MainTimer.after))
    }

    private func connect(_ screen: AccountScreen) {
        all.append(screen)
        screen.panes.onChange = { [weak self, unowned screen] in
            if self?.shown === screen { self?.onChange() }
        }
        screen.panes.onCommand = { [weak self] in self?.onCommand($0) }
        screen.events.connection.subscribe(self) { [weak screen] screens, connection in
            if screens.shown === screen { screens.onTitle(connection.windowTitle) }
        }
    }
}

/// The user interface of an account: a screen, or lines.
@MainActor
protocol AccountInterface: AnyObject {
    var events: ScreenEvents { get }

    /// Tells the guide the names of keys or commands.
    func instruct(_ guide: Guide)

    /// Sets the function that is called for each action that a key triggers.
    func onAction(_ tell: @escaping (ActionID) -> Void)

    /// Passes on the draft that is being typed, so that it is saved.
    func leave()
}

/// The screen of one account: its events, and the panes that draw them.
@MainActor
final class AccountScreen: AccountInterface {
    let events: ScreenEvents
    let panes: MessengerScreen

    init(events: ScreenEvents, panes: MessengerScreen) {
        self.events = events
        self.panes = panes
    }

    func instruct(_ guide: Guide) { guide.apply(GuideKeys(panes.keyMap)) }

    func onAction(_ tell: @escaping (ActionID) -> Void) { panes.onAction = tell }

    func leave() { panes.leave() }
}
