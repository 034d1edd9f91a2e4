import Glibc
import Synchronization

/// How much room the disk with the data has, asked anew a few times a second at most.
final class DiskRoom: Sendable {
    private static let lifetime = 0.1

    private let path: String
    private let clock = SecondsClock()
    private let last = Mutex<(free: Int64?, at: Double)?>(nil)

    /// - Parameter path: of a file or directory on the disk.
    init(of path: String) { self.path = path }

    /// - Parameter kept: bytes that have to stay free.
    /// - Throws: 507 where fewer are free.
    func check(leaving kept: Int64) throws(Refusal) {
        let now = clock.now
        let free = last.withLock { last in
            if let known = last, now - known.at < Self.lifetime { return known.free }
            let free = Self.free(at: path)
            last = (free, now)
            return free
        }
        if let free, free < kept { throw FileFailure.diskFull }
    }

    /// Bytes that others than root may still write to this disk; `nil` where it doesn't say.
    static func free(at path: String) -> Int64? {
        var state = statvfs()
        guard statvfs(path, &state) == 0 else { return nil }
        let (bytes, isTooLarge) = Int64(clamping: state.f_bavail)
            .multipliedReportingOverflow(by: Int64(clamping: state.f_frsize))
        return isTooLarge ? .max : bytes
    }
}
