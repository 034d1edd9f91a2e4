import CNcurses
import Glibc

/// What the main thread does as long as the process lives: it waits for the terminal, and for what others hand to the main
/// queue.
///
/// A key is read by the thread that answers it. A dispatch source would have one thread hear of it and wake another, which takes
/// longer than the answer.
@MainActor
package enum MainLoop {
    /// Called when there is something to read.
    private static var onReadable: () -> Void = {}

    /// - Parameter onReadable: called on the main actor whenever the terminal has something to read or is gone; what it leaves
    ///   there is told again.
    static func watch(_ descriptor: Int32, onReadable: @escaping () -> Void) {
        self.onReadable = onReadable
        confab_main_watch(descriptor)
    }

    static func unwatch() {
        onReadable = {}
        confab_main_watch(-1)
    }

    /// Runs until the process ends. To be called on the main thread, which no other loop has.
    package nonisolated static func run() -> Never {
        while true {
            if confab_main_wait() { MainActor.assumeIsolated { onReadable() } }
            confab_main_drain()
        }
    }
}
