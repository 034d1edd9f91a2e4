import Foundation

/// Writes to standard output while a reader follows it.
enum OutputEnd {
    /// Calls back once the reader is gone, as when the other end of a pipe is closed. This never happens on a file.
    static func wait(_ body: @escaping @Sendable () -> Void) {
        // This thread runs as long as the process. No event source reports the closed end of a pipe alone.
        Thread.detachNewThread {
            var asked = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
            while poll(&asked, 1, -1) < 0, errno == EINTR {}
            body()
        }
    }

    /// - Returns: whether the line was written. It is flushed immediately.
    static func write(_ line: String) -> Bool {
        print(line)
        return fflush(nil) == 0
    }
}
