import Engine
import Messenger
import Panes
import Terminal

/// The table of all settings. Tests compare `Resources/confab.toml` and confab.toml(5) with it.
enum SettingTable {
    static var all: [SettingRule] {
        [
            .choice("notices.what", \.messenger.notices.what),
            .choice("notices.show", \.messenger.notices.shown),
            .flag("notices.chat-on-screen", \.messenger.notices.includesChatOnScreen),
            .flag("notices.bell", \.notices.bell),
            .choice("notices.desktop", \.notices.desktop),
            .command("notices.command", \.notices.command),
            .flag("notices.title", \.notices.title),
            .time("quiet-hours.from", \.quietFrom),
            .time("quiet-hours.to", \.quietTo),
            .choices("quiet-hours.days", \.quietDays),
            .flag("privacy.read-receipts", \.messenger.sharesReading),
            .choice("search.server", \.messenger.serverSearch),
            .choice("times.clock", \.messenger.times.clock),
            .choice("times.dates", \.messenger.times.dates),
            .theme("terminal.theme", \.theme),
            .flag("terminal.mouse", \.mouse),
            .choice("terminal.text-order", \.textOrder),
            .flag("terminal.graphics", \.graphics),
            .languages("writing.spelling", \.messenger.spelling),
            .number("layout.beside-from", 40...2_000, \.layout.besideFrom),
            .number("layout.framed-from", 60...2_000, \.layout.framedFrom),
            .number("layout.list-width", 12...60, orZero: true, \.layout.list),
            .number("files.largest", 1...100_000, \.messenger.media.largest),
            .number("files.kept", 1...1_000_000, \.messenger.media.kept),
            .choice("files.pictures", \.messenger.media.pictures),
            .command("programs.copy", \.programs.copy),
            .command("programs.open", \.programs.open),
            .choice("log.level", \.logLevel),
        ]
    }

    /// The name of the TOML table whose keys are the names of actions.
    static let keys = "keys"
}
