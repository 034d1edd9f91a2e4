import Dispatch
import Glibc
import ViewModels

/// A program of the user that is started by an argument vector, without a shell.
struct ProgramCommand {
    let arguments: [String]

    /// Returns the program for links: the first of `$BROWSER`, or `xdg-open`; `nil` if neither is installed.
    static func browser(environment: [String: String]) -> ProgramCommand? {
        let chosen = (environment["BROWSER"] ?? "").split(separator: ":").map(String.init)
        let path = environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        return (chosen + ["xdg-open"]).first { isThere($0, path: path) }.map { ProgramCommand(arguments: [$0]) }
    }

    /// Returns the program for files: that of the settings, or `xdg-open`; `nil` if it is not installed.
    static func viewer(_ chosen: [String], environment: [String: String]) -> ProgramCommand? {
        if !chosen.isEmpty { return ProgramCommand(arguments: chosen) }
        let path = environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        return isThere("xdg-open", path: path) ? ProgramCommand(arguments: ["xdg-open"]) : nil
    }

    /// Shows a file with a program.
    ///
    /// - Returns: the reason if the program could not be started.
    static func show(_ path: String, by chosen: [String]) -> String? {
        guard let program = viewer(chosen, environment: ProgramEnvironment.value) else {
            return .words("program.no-program-shows-files-here")
        }
        return program.start(with: path)
    }

    /// Starts the program in its own session without this terminal, and does not wait for it.
    ///
    /// - Returns: the reason if it could not be started.
    func start(with argument: String) -> String? {
        do throws(ChildProcess.Failure) {
            let child = try ChildProcess.start(arguments + [argument], streams: .none())
            DispatchQueue.global().async { _ = child.wait() }
            return nil
        } catch {
            return .words("program.does-not-start", ["program": arguments[0], "reason": error.reason])
        }
    }

    private static func isThere(_ program: String, path: String) -> Bool {
        if program.contains("/") { return access(program, X_OK) == 0 }
        return path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
    }
}
