import Glibc
import Synchronization

/// The lock file of a data directory; the kernel drops the lock with the process, so that a crash leaves none behind.
final class DataLock: Sendable {
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
        state = Mutex(descriptor)
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
