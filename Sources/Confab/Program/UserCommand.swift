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
        do throws(ChildProcess.Failure) {
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

    /// A file without a name that holds a text; the program may take its time to read it, or not read it at all.
    private static func file(of text: String) throws(ChildProcess.Failure) -> Int32 {
        var path = Array("\(NSTemporaryDirectory())/confab-XXXXXX".utf8CString)
        let descriptor = mkstemp(&path)
        guard descriptor >= 0 else { throw ChildProcess.Failure(code: errno) }
        unlink(path)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        let bytes = Array(text.utf8)
        guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else {
            close(descriptor)
            throw ChildProcess.Failure(code: ENOSPC)
        }
        return descriptor
    }
}
