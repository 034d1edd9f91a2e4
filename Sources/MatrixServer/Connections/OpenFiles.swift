import Glibc

/// How many files this process may have open (`ulimit -n`).
package enum OpenFiles {
    /// Asks the system for as many as it gives without privileges; what it refuses stays as it was.
    package static func raise() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    /// - Returns: `.max` where there is no limit.
    static var limit: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return .max }
        return Int(clamping: limit.rlim_cur)
    }
}
