import TestSupport

/// The resource limits of a running process, changed from outside.
enum ResourceLimit {
    /// - Parameters:
    ///   - name: The name that prlimit(1) uses.
    ///   - value: The soft limit, or both as `soft:hard`.
    static func set(_ name: String, to value: String, of processIdentifier: Int32) async throws {
        let command = "prlimit --pid \(processIdentifier) --\(name)=\(value)"
        let shell = try ScreenDriver("/bin/sh", arguments: ["-c", command], environment: ["PATH": "/usr/bin:/bin"])
        let exit = try await shell.waitForExit()
        guard exit == .status(0) else { throw ScreenFailure.notStarted(program: command, reason: shell.text) }
    }
}
