import Linear
import Panes
import ViewModels

/// The front of an account without a screen: its events, and the lines that report them.
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
        // The script that the program ships parses, as the tests show.
        if let script = try? GuideScript.ofLines() { guide.take(script) }
    }

    /// Does nothing: lines have no keys.
    func onAction(_ tell: @escaping (ActionID) -> Void) {}

    /// Does nothing: a typed line is reported immediately.
    func leave() {}

    private static let keys = GuideKeys(commands: [
        .search: "/search", .help: "/help", .goToChat: "/chats, /open", .catchUp: "/next", .lastVisited: "/back",
        .newChat: "/new", .takeBack: "/undo", .share: "/share", .findChats: "/list", .leaveChat: "/leave",
        .quit: "/quit",
    ])
}
