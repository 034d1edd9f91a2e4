import Glibc

/// The maximum number of open files of this process and its children.
enum OpenDescriptors {
    /// Raises the limit as far as the system allows without privileges.
    ///
    /// - Returns: The new limit.
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
