import Glibc

/// Starts programs for tests.
enum ChildProcess {
    /// Starts a program with the default signal handling of a shell.
    ///
    /// - Parameters:
    ///   - arguments: The arguments without the program's name.
    ///   - environment: The whole environment.
    ///   - flags: The flags of `posix_spawn`, besides those for signals.
    ///   - prepare: Sets its standard input, output and errors.
    static func start(
        _ program: String, _ arguments: [String], _ environment: [String: String], flags: Int16 = 0,
        _ prepare: (inout posix_spawn_file_actions_t) -> Void
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        prepare(&actions)
        InheritedDescriptors.close(in: &actions)

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, flags | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)

        let words = ([program] + arguments).map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var child: pid_t = 0
        let status = posix_spawn(&child, program, &actions, &attributes, words, variables)
        guard status == 0 else {
            throw ScreenFailure.notStarted(program: program, reason: String(cString: strerror(status)))
        }
        return child
    }
}
