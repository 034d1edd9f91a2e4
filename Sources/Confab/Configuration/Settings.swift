import Messenger
import Panes
import Terminal

/// All settings as one value. The defaults are those of `Resources/confab.toml`.
struct Settings: Hashable, Sendable {
    var notices = NoticeSettings()
    var messenger = MessengerSettings()
    var theme = ThemeChoice.named(.auto)
    /// The custom theme that ``theme`` names; `nil` for a built-in theme, and if the file can't be read.
    var ownTheme: OwnTheme?
    /// Whether the program handles clicks and the wheel instead of the terminal.
    var mouse = true
    var textOrder = TextOrderChoice.auto
    /// Whether pictures are shown as graphics on terminals that support it.
    var graphics = true
    var layout = LayoutWidths()
    /// Custom keys by the name of their action. They replace the default keys.
    var keys: [String: [String]] = [:]
    var programs = ProgramSettings()
    var logLevel = LogLevel.info

    /// The parts of ``QuietHours``, which are separate settings. The times are minutes after midnight.
    var quietFrom: Int?
    var quietTo: Int?
    var quietDays = Weekday.allCases
}
