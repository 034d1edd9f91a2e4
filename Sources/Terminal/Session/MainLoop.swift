import CNcurses
import Glibc

/// The loop of the main thread. It waits for the terminal and for the main queue.
///
/// The thread that reads a key also handles it. A dispatch source would wake another thread first, which takes
/// longer than handling the key.
@MainActor
package enum MainLoop {
    /// Called when there is input to read.
    private static var onReadable: () -> Void = {}

    /// - Parameter onReadable: called on the main actor whenever the terminal has input or is gone. It is called
    ///   again for unread input.
    static func watch(_ descriptor: Int32, onReadable: @escaping () -> Void) {
        self.onReadable = onReadable
        confab_main_watch(descriptor)
    }

    static func unwatch() {
        onReadable = {}
        confab_main_watch(-1)
    }

    /// Runs until the process ends. Call it on the main thread, which must have no other loop.
    package nonisolated static func run() -> Never {
        while true {
            if confab_main_wait() { MainActor.assumeIsolated { onReadable() } }
            confab_main_drain()
        }
    }
}
