import Foundation
import Logging
import Synchronization

/// Runs a program of the person's own: no shell, nothing on its screen, and nobody waits for it.
final class UserCommand: Sendable {
    /// More that don't end are a sign that none will.
    private static let most = 8

    private let logger: Logger
    private let running = Mutex(0)

    init(logger: Logger) {
        self.logger = logger
    }

    /// - Parameters:
    ///   - words: the program, looked for where the shell looks, and its arguments.
    ///   - environment: what stands in it beside what is there.
    ///   - input: what it reads.
    func run(_ words: [String], environment: [String: String] = [:], input: String = "") {
        let isFree = running.withLock { count in
            guard count < Self.most else { return false }
            count += 1
            return true
        }
        guard isFree else { return logger.warning("\(words[0]) was not run: \(Self.most) before it have not ended") }
        do {
            let child = try spawn(
                words, ProcessInfo.processInfo.environment.merging(environment) { $1 }, try Self.file(of: input))
            DispatchQueue(label: "im.confab.command").async { [self] in
                var status: Int32 = 0
                while waitpid(child, &status, 0) < 0, errno == EINTR {}
                running.withLock { $0 -= 1 }
                if status != 0 { logger.warning("\(words[0]) ended with \(status >> 8 & 0xFF)") }
            }
        } catch {
            running.withLock { $0 -= 1 }
            logger.warning("\(words[0]) could not be run: \(error)")
        }
    }

    /// A file without a name that holds a text; the program may take its time to read it, or not read it at all.
    private static func file(of text: String) throws(ProgramError) -> Int32 {
        var path = Array("\(NSTemporaryDirectory())/confab-XXXXXX".utf8CString)
        let descriptor = mkstemp(&path)
        guard descriptor >= 0 else { throw .input(String(cString: strerror(errno))) }
        unlink(path)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        let bytes = Array(text.utf8)
        guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else {
            close(descriptor)
            throw .input("there is no room for what it reads")
        }
        return descriptor
    }

    /// - Parameter input: is closed.
    private func spawn(_ words: [String], _ environment: [String: String], _ input: Int32) throws -> pid_t {
        defer { close(input) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, 0)
        for descriptor: Int32 in 1...2 {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // POSIX_SPAWN_SETSID, which Swift does not import: the terminal is not the program's.
        posix_spawnattr_setflags(&attributes, 0x80 | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)

        let arguments = words.map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var child: pid_t = 0
        let status = posix_spawnp(&child, words[0], &actions, &attributes, arguments, variables)
        guard status == 0 else { throw ProgramError.input(String(cString: strerror(status))) }
        return child
    }
}
