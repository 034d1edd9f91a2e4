import Glibc
import Synchronization

/// The lock file of a data directory. The kernel releases the lock with the process, so that a crash leaves none
/// behind.
package final class DataLock: Sendable {
    private let state: Mutex<Int32?>

    init(directory: String) throws(ServerError) {
        let descriptor = open(directory + "/server.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw .dataDirectoryUnusable(path: directory, reason: String(cString: strerror(errno)))
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw .dataInUse(path: directory)
        }
        let text = Array(String(getpid()).utf8)
        ftruncate(descriptor, 0)
        pwrite(descriptor, text, text.count, 0)
        state = Mutex(descriptor)
    }

    /// Returns the process that serves the data of a directory now; `nil` if there is none.
    package static func holder(of directory: String) -> Int32? {
        let descriptor = open(directory + "/server.lock", O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        // Closing the file releases a lock that was acquired.
        guard flock(descriptor, LOCK_SH | LOCK_NB) != 0 else { return nil }
        var text = [UInt8](repeating: 0, count: 16)
        let count = max(0, pread(descriptor, &text, text.count, 0))
        return Int32(String(decoding: text[..<count], as: UTF8.self))
    }

    /// Lets another server use the data; a second call does nothing.
    func release() {
        state.withLock { descriptor in
            if let open = descriptor { close(open) }
            descriptor = nil
        }
    }

    deinit { release() }
}
