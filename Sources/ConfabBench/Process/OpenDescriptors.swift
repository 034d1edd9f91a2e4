import Glibc

/// How many files this process, and those that it starts, may have open.
enum OpenDescriptors {
    /// Asks the system for as many as it gives without privileges.
    ///
    /// - Returns: how many those are.
    static func raise() -> Int {
        var limit = rlimit()
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(kind, &limit) == 0 else { return 1_024 }
        limit.rlim_cur = limit.rlim_max
        setrlimit(kind, &limit)
        guard getrlimit(kind, &limit) == 0 else { return 1_024 }
        return Int(clamping: limit.rlim_cur)
    }
}
