import Dispatch
import Foundation
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

/// Timers on the main actor that fire once.
enum MainTimer {
    @MainActor
    static func after(_ milliseconds: Int, _ body: @escaping @MainActor () -> Void) {
        // Without a delay a timer is not needed: it would involve two other threads.
        guard milliseconds > 0 else {
            return DispatchQueue.main.async { MainActor.assumeIsolated { body() } }
        }
        DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
            MainActor.assumeIsolated { body() }
        }
    }
}

/// The environment at the start of the program. Foundation would read it again for each access.
enum ProgramEnvironment {
    static let value = ProcessInfo.processInfo.environment
}
