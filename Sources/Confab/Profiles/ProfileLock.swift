import Foundation

/// Locks a profile for this process. The kernel releases the lock however the process ends.
final class ProfileLock: Sendable {
    private let descriptor: Int32

    /// - Parameters:
    ///   - file: the lock file in the profile's directory.
    ///   - waits: whether to block as long as another process has the lock.
    init(directory: String, name: String, file: String = "lock", waits: Bool = false) throws(ProgramError) {
        try ProgramPaths.makePrivateDirectory(directory)
        let path = directory + "/" + file
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .directory(path: directory, reason: String(cString: strerror(errno))) }
        guard Self.lock(descriptor, waits: waits) else {
            let holder = FileManager.default.contents(atPath: path).flatMap {
                Int32(String(decoding: $0, as: UTF8.self))
            }
            close(descriptor)
            throw .profileInUse(name: name, processID: holder)
        }
        let text = Array(String(getpid()).utf8)
        ftruncate(descriptor, 0)
        pwrite(descriptor, text, text.count, 0)
    }

    /// Whether a running process appears to have the lock, according to the file's content. Testing the lock itself
    /// could briefly block another process.
    static func seemsHeld(directory: String, file: String) -> Bool {
        guard let bytes = FileManager.default.contents(atPath: directory + "/" + file),
            let holder = Int32(String(decoding: bytes, as: UTF8.self)), holder > 0
        else { return false }
        return kill(holder, 0) == 0
    }

    deinit {
        close(descriptor)
    }

    /// Returns once no other process has the lock. It waits in the kernel and does not poll.
    static func whenFree(directory: String, name: String) async throws -> ProfileLock {
        let (stream, continuation) = AsyncStream.makeStream(of: Result<ProfileLock, ProgramError>.self)
        // This thread can't be canceled. If its result is no longer awaited, the lock is released.
        Thread.detachNewThread {
            let result = Result { () throws(ProgramError) in
                try ProfileLock(directory: directory, name: name, waits: true)
            }
            continuation.yield(result)
            continuation.finish()
        }
        for await result in stream { return try result.get() }
        throw CancellationError()
    }

    private static func lock(_ descriptor: Int32, waits: Bool) -> Bool {
        while flock(descriptor, waits ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
            guard waits, errno == EINTR else { return false }
        }
        return true
    }
}
