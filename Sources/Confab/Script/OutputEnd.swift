import Foundation

/// Standard output while somebody reads what is printed now and then.
enum OutputEnd {
    /// Calls back once nobody is left to read it, as where a pipe's other end was closed. No file ends so.
    static func wait(_ body: @escaping @Sendable () -> Void) {
        // A thread that waits for the process: nothing can be awaited for a pipe's end alone.
        Thread.detachNewThread {
            var asked = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
            while poll(&asked, 1, -1) < 0, errno == EINTR {}
            body()
        }
    }

    /// - Returns: whether it could be written, at once.
    static func write(_ line: String) -> Bool {
        print(line)
        return fflush(nil) == 0
    }
}
