import Dispatch
import Glibc
import Synchronization

/// Writes lines to standard output, one after the other, beside the main actor: a terminal that was stopped holds up nothing else.
final class LinePrinter: Sendable {
    private let queue = DispatchQueue(label: "im.confab.lines")
    private let isBroken = Mutex(false)
    /// Called once where nobody reads any more.
    private let onBreak: @Sendable () -> Void

    init(onBreak: @escaping @Sendable () -> Void) {
        self.onBreak = onBreak
        signal(SIGPIPE, SIG_IGN)
    }

    func print(_ line: String) {
        queue.async { [self] in
            if isBroken.withLock({ $0 }) { return }
            var rest = Array((line + "\n").utf8)[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else {
                    isBroken.withLock { $0 = true }
                    return onBreak()
                }
                rest = rest.dropFirst(count)
            }
        }
    }

    /// Returns once all that was said is written.
    func finish() { queue.sync {} }
}
