import Foundation

/// A program that this one started: an argument vector, never a line for a shell. Its signals are as a shell would give them.
struct ChildProcess: Sendable {
    /// Why it could not be started: an `errno`.
    struct Failure: Error {
        let code: Int32

        var reason: String { String(cString: strerror(code)) }
    }

    /// What it has for input and output.
    enum Streams {
        /// The terminal, which it is lent.
        case terminal
        /// None, and no terminal either: a session of its own, and descriptors for what it reads and what it says where there are some.
        case none(input: Int32? = nil, output: Int32? = nil)
    }

    let processIdentifier: pid_t

    /// - Parameters:
    ///   - words: the program, looked for where the shell looks, and its arguments; at least one.
    ///   - environment: all of it.
    static func start(
        _ words: [String], streams: Streams, environment: [String: String] = ProgramEnvironment.value
    ) throws(Failure) -> ChildProcess {
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
        guard code == 0 else { throw Failure(code: code) }
        return ChildProcess(processIdentifier: child)
    }

    /// Whatever is open here, by whatever library, is none of a child's.
    private static func keepFilesToOurselves() {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? [] {
            if let descriptor = Int32(name), descriptor > STDERR_FILENO { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        }
    }

    /// Blocks until it has ended. Whoever is not waited for stays in the list of processes.
    ///
    /// - Returns: its status as `waitpid` has it, -1 where there is nobody to wait for.
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
