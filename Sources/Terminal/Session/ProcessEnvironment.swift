import Glibc

/// The environment. Loading Foundation for it would slow down the start.
enum ProcessEnvironment {
    /// - Returns: the value; `nil` if the variable is unset or empty. For the variables in use, both mean the same.
    static func value(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }

    static func number(_ name: String) -> Int? {
        value(name).flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    }
}
