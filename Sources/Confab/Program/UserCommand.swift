import Foundation
import Logging
import Synchronization

/// Runs a command of the user without a shell and without the terminal. Nothing waits for it.
final class UserCommand: Sendable {
    /// The limit of running commands. If so many don't end, more would only pile up.
    private static let most = 8

    private let logger: Logger
    private let running = Mutex(0)

    init(logger: Logger) {
        self.logger = logger
    }

    /// - Parameters:
    ///   - words: the program, which is searched in `PATH`, and its arguments.
    ///   - environment: the variables to add.
    ///   - input: the standard input.
    func run(_ words: [String], environment: [String: String] = [:], input: String = "") {
        let isFree = running.withLock { count in
            guard count < Self.most else { return false }
            count += 1
            return true
        }
        guard isFree else { return logger.warning("\(words[0]) was not run: \(Self.most) before it have not ended") }
        do throws(ChildProcess.StartError) {
            let input = try Self.file(of: input)
            defer { close(input) }
            let child = try ChildProcess.start(
                words, streams: .none(input: input),
                environment: ProgramEnvironment.value.merging(environment) { $1 })
            DispatchQueue(label: "im.confab.command").async { [self] in
                let status = child.wait()
                running.withLock { $0 -= 1 }
                if status != 0 { logger.warning("\(words[0]) ended with \(status >> 8 & 0xFF)") }
            }
        } catch {
            running.withLock { $0 -= 1 }
            logger.warning("\(words[0]) could not be run: \(error.reason)")
        }
    }

    /// Returns an unnamed file with a text. Unlike a pipe it never blocks if the program reads slowly or not at all.
    private static func file(of text: String) throws(ChildProcess.StartError) -> Int32 {
        var path = Array("\(NSTemporaryDirectory())/confab-XXXXXX".utf8CString)
        let descriptor = mkstemp(&path)
        guard descriptor >= 0 else { throw ChildProcess.StartError(code: errno) }
        unlink(path)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        let bytes = Array(text.utf8)
        guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else {
            close(descriptor)
            throw ChildProcess.StartError(code: ENOSPC)
        }
        return descriptor
    }
}
