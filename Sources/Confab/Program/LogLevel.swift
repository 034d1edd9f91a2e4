import Logging

/// How much the log says.
enum LogLevel: String, CaseIterable, Sendable {
    /// What somebody should look after.
    case warning
    case info
    /// Each request, by its path and status, and how the connection stands.
    case debug

    /// The environment variable that comes before the settings.
    static let variable = "CONFAB_LOG"

    var level: Logger.Level {
        switch self {
        case .warning: .warning
        case .info: .info
        case .debug: .debug
        }
    }
}
