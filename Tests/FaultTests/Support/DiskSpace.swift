import TestSupport

/// How much a running process may write to files, as if its disk were full. The program must have been started by
/// ``wrapper``, or the signal that comes with the error ends it.
enum DiskSpace {
    static let wrapper = ["/bin/sh", "-c", "trap '' XFSZ; exec \"$0\""]

    static func end(for process: ScreenDriver) async throws {
        try await set("0", for: process)
    }

    static func comeBack(for process: ScreenDriver) async throws {
        try await set("unlimited", for: process)
    }

    private static func set(_ limit: String, for process: ScreenDriver) async throws {
        let command = "prlimit --pid \(process.processIdentifier) --fsize=\(limit):unlimited"
        let shell = try ScreenDriver("/bin/sh", arguments: ["-c", command], environment: ["PATH": "/usr/bin:/bin"])
        let exit = try await shell.waitForExit()
        guard exit == .status(0) else { throw ScreenFailure.notStarted(program: command, reason: shell.text) }
    }
}
