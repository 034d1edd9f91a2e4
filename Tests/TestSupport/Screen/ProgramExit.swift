import Glibc
import Synchronization

/// The way in which a program ended.
package enum ProgramExit: Hashable, Sendable {
    case status(Int32)
    case signal(Int32)

    /// - Parameter raw: The status from `waitpid`.
    init(raw: Int32) {
        let signal = raw & 0x7F
        self = signal == 0 ? .status(raw >> 8 & 0xFF) : .signal(signal)
    }
}

extension Mutex where Value == ProgramExit? {
    /// Returns the exit of a child, or `nil` while it runs.
    borrowing func take(from child: pid_t) -> ProgramExit? {
        withLock { exit in
            var raw: Int32 = 0
            if exit == nil, waitpid(child, &raw, WNOHANG) == child { exit = ProgramExit(raw: raw) }
            return exit
        }
    }

    /// Sends a signal to a child that was not reaped yet. After that, another process may have its identifier.
    borrowing func signal(_ signal: Int32, to child: pid_t) {
        withLock { if $0 == nil { _ = kill(child, signal) } }
    }
}
