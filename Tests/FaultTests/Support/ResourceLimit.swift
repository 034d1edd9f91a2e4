import TestSupport

/// What a running process may use, changed from outside.
enum ResourceLimit {
    /// - Parameters:
    ///   - name: as prlimit(1) has it.
    ///   - value: the soft limit, or both as `soft:hard`.
    static func set(_ name: String, to value: String, of processIdentifier: Int32) async throws {
        let command = "prlimit --pid \(processIdentifier) --\(name)=\(value)"
        let shell = try ScreenDriver("/bin/sh", arguments: ["-c", command], environment: ["PATH": "/usr/bin:/bin"])
        let exit = try await shell.waitForExit()
        guard exit == .status(0) else { throw ScreenFailure.notStarted(program: command, reason: shell.text) }
    }
}
