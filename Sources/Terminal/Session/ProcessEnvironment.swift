import Glibc

/// The environment, without what Foundation costs at the start.
enum ProcessEnvironment {
    /// - Returns: `nil` also where the variable is empty, which means the same for all we ask for.
    static func value(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }

    static func number(_ name: String) -> Int? {
        value(name).flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    }
}
