import Logging

/// The verbosity of the log.
enum LogLevel: String, CaseIterable, Sendable {
    /// Problems that need attention.
    case warning
    case info
    /// Each request by its path and status, and changes of the connection.
    case debug

    /// The environment variable that takes precedence over the settings.
    static let variable = "CONFAB_LOG"

    var level: Logger.Level {
        switch self {
        case .warning: .warning
        case .info: .info
        case .debug: .debug
        }
    }
}
