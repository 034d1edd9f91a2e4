import Foundation

/// A separate home for a program, which is removed with the sandbox unless a ``SandboxKeeper`` keeps it.
package final class Sandbox: Sendable {
    /// The path is short, because a socket's path may have only 107 bytes.
    package let path: String
    private let keeper = SandboxKeeper.current

    package init() throws {
        var template = Array("/tmp/cf-XXXXXX".utf8CString)
        guard let created = mkdtemp(&template) else {
            throw ScreenFailure.notStarted(program: "a sandbox", reason: String(cString: strerror(errno)))
        }
        path = String(cString: created)
        for directory in Self.directories.values + [Self.crashes] {
            try FileManager.default.createDirectory(
                atPath: "\(path)/\(directory)", withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
    }

    /// Creates a sandbox with the content of a directory.
    package convenience init(copying directory: String) throws {
        try self.init()
        for name in try FileManager.default.contentsOfDirectory(atPath: directory) {
            let place = "\(path)/\(name)"
            if FileManager.default.fileExists(atPath: place) { try FileManager.default.removeItem(atPath: place) }
            try FileManager.default.copyItem(atPath: "\(directory)/\(name)", toPath: place)
        }
    }

    deinit {
        if let keeper { return keeper.leave(path) }
        // The directory may have been removed already.
        try? FileManager.default.removeItem(atPath: path)
    }

    private static let directories = [
        "XDG_CONFIG_HOME": "config", "XDG_DATA_HOME": "data", "XDG_STATE_HOME": "state", "XDG_CACHE_HOME": "cache",
        "XDG_RUNTIME_DIR": "run",
    ]

    /// The directory for the runtime's backtraces of crashed programs.
    private static let crashes = "crashes"

    /// All variables that a program needs, and none of the user who runs the tests.
    package var environment: [String: String] {
        var environment = Self.directories.mapValues { "\(path)/\($0)" }
        environment["HOME"] = path
        environment["PATH"] = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        environment["TERM"] = "xterm-256color"
        environment["LC_ALL"] = "C.UTF-8"
        environment["TZ"] = "UTC"
        // After a crash, nobody can answer the runtime's questions, and the output exceeds a screen.
        environment["SWIFT_BACKTRACE"] = "interactive=no,color=no,threads=all,output-to=\(path)/\(Self.crashes)/"
        return environment
    }
}
