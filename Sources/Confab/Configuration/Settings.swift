import Messenger
import Panes
import Terminal

/// All that a person can set, as one value; the defaults are those of `Resources/confab.toml`.
struct Settings: Hashable, Sendable {
    var notices = NoticeSettings()
    var messenger = MessengerSettings()
    var theme = ThemeChoice.named(.auto)
    /// What the file of ``theme`` says, `nil` where it has none or that can't be read.
    var ownTheme: OwnTheme?
    /// Whether clicks and the wheel are the program's, and not the terminal's.
    var mouse = true
    var textOrder = TextOrderChoice.auto
    /// Whether pictures are shown in pixels where the terminal has any.
    var graphics = true
    var layout = LayoutWidths()
    /// Keys by the name of their action, in place of those of the table.
    var keys: [String: [String]] = [:]
    var programs = ProgramSettings()
    var logLevel = LogLevel.info

    /// The parts of ``QuietHours``, which are settings of their own; minutes after midnight.
    var quietFrom: Int?
    var quietTo: Int?
    var quietDays = Weekday.allCases
}
