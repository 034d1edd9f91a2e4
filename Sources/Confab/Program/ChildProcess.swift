import Dispatch
import Foundation
import Glibc
import ViewModels

/// A program that this process started by an argument vector, without a shell. Its signal handlers are the defaults.
struct ChildProcess: Sendable {
    /// The `errno` of a failed start.
    struct StartError: Error {
        let code: Int32

        var reason: String { String(cString: strerror(code)) }
    }

    /// The standard streams of the child.
    enum Streams {
        /// The terminal of this process, in the foreground.
        case terminal
        /// No terminal: the child gets its own session, and these descriptors for input and output if they are given.
        case none(input: Int32? = nil, output: Int32? = nil)
    }

    let processIdentifier: pid_t

    /// - Parameters:
    ///   - words: the program, which is searched in `PATH`, and its arguments; at least one word.
    ///   - environment: the complete environment.
    static func start(
        _ words: [String], streams: Streams, environment: [String: String] = ProgramEnvironment.value
    ) throws(StartError) -> ChildProcess {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var flags = Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK)
        if case .none(let input, let output) = streams {
            flags |= sessionOfItsOwn
            for (descriptor, given): (Int32, Int32?) in [(0, input), (1, output), (2, output)] {
                if let given {
                    posix_spawn_file_actions_adddup2(&actions, given, descriptor)
                } else {
                    posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
                }
            }
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, flags)
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        keepFilesToOurselves()

        let arguments = words.map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var child: pid_t = 0
        let code = posix_spawnp(&child, words[0], &actions, &attributes, arguments, variables)
        guard code == 0 else { throw StartError(code: code) }
        return ChildProcess(processIdentifier: child)
    }

    /// Marks all open files as close-on-exec, including those that libraries opened.
    private static func keepFilesToOurselves() {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? [] {
            if let descriptor = Int32(name), descriptor > STDERR_FILENO { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        }
    }

    /// Blocks until the child has ended. A child that is never waited for stays a zombie.
    ///
    /// - Returns: the status as `waitpid` returns it, or -1 if there is no such child.
    func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(processIdentifier, &status, 0) < 0 {
            if errno != EINTR { return -1 }
        }
        return status
    }

    /// POSIX_SPAWN_SETSID, which Swift does not import.
    private static let sessionOfItsOwn: Int16 = 0x80
}

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
        do throws(ChildProcess.StartError) {
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
