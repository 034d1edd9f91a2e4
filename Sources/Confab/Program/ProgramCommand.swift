import Dispatch
import Glibc
import ViewModels

/// A program of the person's that is started beside this one: an argument vector, never a line for a shell.
struct ProgramCommand {
    let arguments: [String]

    /// What opens links: the first of `$BROWSER`, or `xdg-open`; `nil` where neither is there.
    static func browser(environment: [String: String]) -> ProgramCommand? {
        let chosen = (environment["BROWSER"] ?? "").split(separator: ":").map(String.init)
        let path = environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        return (chosen + ["xdg-open"]).first { isThere($0, path: path) }.map { ProgramCommand(arguments: [$0]) }
    }

    /// What shows files: the program that the settings name, or `xdg-open`; `nil` where that is not there.
    static func viewer(_ chosen: [String], environment: [String: String]) -> ProgramCommand? {
        if !chosen.isEmpty { return ProgramCommand(arguments: chosen) }
        let path = environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        return isThere("xdg-open", path: path) ? ProgramCommand(arguments: ["xdg-open"]) : nil
    }

    /// Has a program show a file.
    ///
    /// - Returns: why that could not be started.
    static func show(_ path: String, by chosen: [String]) -> String? {
        guard let program = viewer(chosen, environment: ProgramEnvironment.value) else {
            return .words("program.no-program-shows-files-here")
        }
        return program.start(with: path)
    }

    /// Starts it in a session of its own, without this terminal, and leaves it alone.
    ///
    /// - Returns: why it could not be started.
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
