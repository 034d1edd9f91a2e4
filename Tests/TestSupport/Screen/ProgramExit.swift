import Glibc

/// How a program ended.
package enum ProgramExit: Hashable, Sendable {
    case status(Int32)
    case signal(Int32)

    /// - Parameter raw: what `waitpid` says.
    init(raw: Int32) {
        let signal = raw & 0x7F
        self = signal == 0 ? .status(raw >> 8 & 0xFF) : .signal(signal)
    }
}
