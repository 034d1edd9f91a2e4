import Foundation

/// Holds a profile for this process; the kernel lets go of it however the process ends.
final class ProfileLock: Sendable {
    private let descriptor: Int32

    /// - Parameters:
    ///   - file: what is locked, in the profile's directory.
    ///   - waits: whether it blocks as long as another process holds it.
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

    /// Whether a process that is there holds it, as far as the file tells: to ask the lock itself could keep another from it.
    static func seemsHeld(directory: String, file: String) -> Bool {
        guard let bytes = FileManager.default.contents(atPath: directory + "/" + file),
            let holder = Int32(String(decoding: bytes, as: UTF8.self)), holder > 0
        else { return false }
        return kill(holder, 0) == 0
    }

    deinit {
        close(descriptor)
    }

    /// Returns once no other process holds the profile. The kernel tells, and until then nothing is done.
    static func whenFree(directory: String, name: String) async throws -> ProfileLock {
        let (stream, continuation) = AsyncStream.makeStream(of: Result<ProfileLock, ProgramError>.self)
        // A thread that is not ended: where nobody waits any longer, what it gets is let go.
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
