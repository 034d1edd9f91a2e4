import Messenger
import Panes
import Terminal
import ViewModels

/// The settings for notifications.
struct NotificationSettings: Hashable, Sendable {
    enum Desktop: String, CaseIterable, Sendable {
        /// By the session's bus if there is one, else by the sequence that the terminal is known to support.
        case auto
        case dbus, osc9, osc777, osc99, off
    }

    var bell = true
    var desktop = Desktop.auto
    /// A program and its arguments; empty for none.
    var command: [String] = []
    /// Whether the window title shows the unread total.
    var title = true
}

/// All settings as one value. The defaults are those of `Resources/confab.toml`.
struct Settings: Hashable, Sendable {
    var notices = NotificationSettings()
    var messenger = MessengerSettings()
    var theme = ThemeChoice.named(.auto)
    /// The custom theme that ``theme`` names; `nil` for a built-in theme, and if the file can't be read.
    var ownTheme: CustomTheme?
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

/// The user's own programs that Confab runs. Each is a program and its arguments, empty for none.
struct ProgramSettings: Hashable, Sendable {
    /// Receives copied text on its standard input.
    var copy: [String] = []
    /// Shows a file. The path is added to its arguments. If empty, the system's default program is used.
    var open: [String] = []
}

/// The first syntax error in a TOML file, with its position.
struct SettingsSyntaxError: Error, Hashable {
    enum Kind: Hashable {
        case missing(Part)
        /// A text without its closing quote. The place is that of the opening quote.
        case unclosedText
        /// A control character in a text or comment.
        case invalidCharacter
        case invalidEscape
        case invalidValue
        /// An integer that has more than 64 bits.
        case numberOutOfRange
        /// A key or table that is set a second time, and the line of the first time.
        case alreadySet(line: Int)
        /// A key that is too long, or a value within too many tables and lists: see ``TOMLReader``.
        case tooLarge
    }

    enum Part: Hashable {
        case name, value, lineEnd
        /// Any of these characters.
        case signs(String)
    }

    /// Line and column, both from 1.
    let line: Int
    let column: Int
    let flaw: Kind

    var text: String {
        switch flaw {
        case .missing(let part): .words("configuration.is-expected", ["expected": Self.text(part)])
        case .unclosedText: .words("configuration.no-closing-quote")
        case .invalidCharacter: .words("configuration.character-not-allowed")
        case .invalidEscape: .words("configuration.no-escape", ["backslash": #"\\"#])
        case .invalidValue: .words("configuration.no-value")
        case .numberOutOfRange: .words("configuration.number-out-of-range")
        case .alreadySet(let line): .words("configuration.already-set", ["line": String(line)])
        case .tooLarge: .words("configuration.too-large")
        }
    }

    private static func text(_ part: Part) -> String {
        switch part {
        case .name: return .words("configuration.a-name")
        case .value: return .words("configuration.a-value")
        case .lineEnd: return .words("configuration.line-end")
        case .signs(let signs):
            let choices = signs.map { "“\($0)”" }
            guard choices.count > 1, let last = choices.last else { return choices.joined() }
            return .words("list.or", ["choices": choices.dropLast().joined(separator: ", "), "last": last])
        }
    }
}

/// The chosen colors: a built-in theme, or a custom theme by the name or path of its file.
enum ThemeChoice: Hashable, Sendable {
    case named(ThemeName)
    case own(String)

    /// - Returns: `nil` if the text is neither a name nor a path.
    init?(_ text: String) {
        if let name = ThemeName(rawValue: text) {
            self = .named(name)
        } else if !text.isEmpty, text.utf8.count <= 1_000, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) {
            self = .own(text)
        } else {
            return nil
        }
    }

    /// The choice in the syntax of the settings file.
    var text: String {
        switch self {
        case .named(let name): name.rawValue
        case .own(let name): name
        }
    }

    /// Returns the path of the theme file; `nil` for a built-in theme.
    ///
    /// - Parameter directory: the directory of the settings file.
    func path(in directory: String, home: String) -> String? {
        guard case .own(let name) = self else { return nil }
        if name.hasPrefix("/") { return name }
        if name.hasPrefix("~/") { return home + name.dropFirst() }
        if name.contains("/") || name.hasSuffix(".toml") { return "\(directory)/\(name)" }
        return "\(directory)/themes/\(name).toml"
    }
}

/// The name of a built-in theme in the settings file.
enum ThemeName: String, CaseIterable, Sendable {
    case auto, dark, light
    case highContrast = "high-contrast"
    case sixteen = "16"
    case none

    var theme: ColorTheme {
        switch self {
        case .auto: .auto
        case .dark: .dark
        case .light: .light
        case .highContrast: .highContrast
        case .sixteen: .sixteen
        case .none: .none
        }
    }
}
