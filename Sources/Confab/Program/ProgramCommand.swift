import Dispatch
import Glibc

/// A program of the person's that is started beside this one: an argument vector, never a line for a shell.
struct ProgramCommand {
    let arguments: [String]

    /// What opens links: the first of `$BROWSER`, or `xdg-open`; `nil` where neither is there.
    static func browser(environment: [String: String]) -> ProgramCommand? {
        let chosen = (environment["BROWSER"] ?? "").split(separator: ":").map(String.init)
        let path = environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        return (chosen + ["xdg-open"]).first { isThere($0, path: path) }.map { ProgramCommand(arguments: [$0]) }
    }

    /// Starts it in a session of its own, without this terminal, and leaves it alone.
    ///
    /// - Returns: why it could not be started.
    func start(with argument: String) -> String? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor: Int32 in 0...2 {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(
            &attributes, ProgramCommand.sessionOfItsOwn | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)

        let words = (arguments + [argument]).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var child: pid_t = 0
        let status = posix_spawnp(&child, arguments[0], &actions, &attributes, words, environ)
        guard status == 0 else { return "\(arguments[0]) does not start: \(String(cString: strerror(status)))" }
        // Whoever is not waited for stays in the list of processes.
        DispatchQueue.global().async { [child] in
            var status: Int32 = 0
            while waitpid(child, &status, 0) < 0, errno == EINTR {}
        }
        return nil
    }

    private static func isThere(_ program: String, path: String) -> Bool {
        if program.contains("/") { return access(program, X_OK) == 0 }
        return path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
    }

    /// POSIX_SPAWN_SETSID, which Swift does not import.
    private static let sessionOfItsOwn: Int16 = 0x80
}
