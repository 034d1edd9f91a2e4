import Foundation

/// The resident memory of another process, in bytes.
package struct ProcessMemory {
    private let processIdentifier: Int32
    private let before: Int64

    /// Starts to measure the growth.
    package init(of processIdentifier: Int32) throws {
        self.processIdentifier = processIdentifier
        // Resets the peak value (proc(5)).
        try Data("5".utf8).write(to: URL(filePath: "/proc/\(processIdentifier)/clear_refs"))
        before = try Self.value(of: "VmRSS", processIdentifier)
    }

    /// The difference between the peak and the initial value.
    package var growth: Int64 {
        get throws { try Self.value(of: "VmHWM", processIdentifier) - before }
    }

    private static func value(of key: String, _ processIdentifier: Int32) throws -> Int64 {
        let status = try String(contentsOfFile: "/proc/\(processIdentifier)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix(key + ":") }
        guard
            let number = line?.split(separator: " ").dropFirst().first.flatMap({ Int64($0) })
                ?? line.flatMap(Self.number)
        else { throw ScreenFailure.notSeen(key, screen: status) }
        return number << 10
    }

    private static func number(_ line: Substring) -> Int64? { Int64(line.filter(\.isNumber)) }
}
