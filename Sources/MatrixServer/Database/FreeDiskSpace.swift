import Glibc
import Synchronization

/// The free space on the disk with the data, cached for a fraction of a second.
final class FreeDiskSpace: Sendable {
    private static let lifetime = 0.1

    private let path: String
    private let clock = SecondsClock()
    private let last = Mutex<(free: Int64?, at: Double)?>(nil)

    /// - Parameter path: The path of a file or directory on the disk.
    init(of path: String) { self.path = path }

    /// - Parameter kept: The bytes that have to stay free.
    /// - Throws: 507 if fewer are free.
    func check(leaving kept: Int64) throws(EndpointError) {
        let now = clock.now
        let free = last.withLock { last in
            if let known = last, now - known.at < Self.lifetime { return known.free }
            let free = Self.free(at: path)
            last = (free, now)
            return free
        }
        if let free, free < kept { throw FileErrorMapping.diskFull }
    }

    /// Returns the bytes that users other than root may still write to this disk; `nil` if the system doesn't
    /// report it.
    static func free(at path: String) -> Int64? {
        var state = statvfs()
        guard statvfs(path, &state) == 0 else { return nil }
        let (bytes, isTooLarge) = Int64(clamping: state.f_bavail)
            .multipliedReportingOverflow(by: Int64(clamping: state.f_frsize))
        return isTooLarge ? .max : bytes
    }
}
