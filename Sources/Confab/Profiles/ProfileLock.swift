import Foundation

/// Holds a profile for this process; the kernel lets go of it however the process ends.
final class ProfileLock {
    private let descriptor: Int32

    init(directory: String, name: String) throws(ProgramError) {
        try ProgramPaths.makePrivateDirectory(directory)
        let path = directory + "/lock"
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .directory(path: directory, reason: String(cString: strerror(errno))) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
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

    deinit {
        close(descriptor)
    }
}
