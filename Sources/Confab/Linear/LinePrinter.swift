import Dispatch
import Glibc
import Synchronization

/// Writes lines to standard output in order, on a queue of its own. A stopped terminal doesn't block the main actor.
final class LinePrinter: Sendable {
    private let queue = DispatchQueue(label: "im.confab.lines")
    private let isBroken = Mutex(false)
    /// Called once if the reading end of the output is closed.
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

    /// Returns once all lines are written.
    func finish() { queue.sync {} }
}
