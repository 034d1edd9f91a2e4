import Linear
import Panes
import ViewModels

/// What one account is heard on: the events that it raises, and the lines that say them.
@MainActor
final class AccountLines: AccountFront {
    let events: ScreenEvents
    let lines: LinearScreen

    init(clock: FrameClock, print: @escaping (String) -> Void) {
        events = ScreenEvents(clock: clock)
        lines = LinearScreen(events: events, after: MainTimer.after, print: print)
    }

    func instruct(_ guide: Guide) {
        guide.take(Self.keys)
        // What the program brings along can be read, as the tests show.
        if let script = try? GuideScript.ofLines() { guide.take(script) }
    }

    /// There are no keys.
    func onAction(_ tell: @escaping (ActionID) -> Void) {}

    /// A line is told once it is typed.
    func leave() {}

    private static let keys = GuideKeys(commands: [
        .search: "/search", .help: "/help", .goToChat: "/chats, /open", .catchUp: "/next", .lastVisited: "/back",
        .newChat: "/new", .takeBack: "/undo", .share: "/share", .findChats: "/list", .leaveChat: "/leave",
        .quit: "/quit",
    ])
}
