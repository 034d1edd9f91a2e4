import Foundation
import Glibc
import Synchronization

/// A program that is controlled by lines on its standard input and output.
///
/// It is killed when this object is deallocated. If the test's process dies first, its input ends.
package final class LineProcess: Sendable {
    private let program: String
    package let processIdentifier: Int32
    /// This side's end of the socket for the program's input and output.
    private let line: Int32
    private let errorsPath: String
    private let received = Mutex<[UInt8]>([])
    private let exit = Mutex<ProgramExit?>(nil)

    /// - Parameter environment: The whole environment.
    package init(_ program: String, arguments: [String], environment: [String: String]) throws {
        self.program = program
        errorsPath = "/tmp/cf-errors-" + UUID().uuidString
        var ends: [Int32] = [-1, -1]
        // The flag closes the ends in every other program that a test starts. Otherwise an inherited end would keep
        // this program alive.
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw ScreenFailure.notStarted(program: program, reason: String(cString: strerror(errno)))
        }
        line = ends[0]
        defer { close(ends[1]) }
        do {
            processIdentifier = try ChildProcess.start(program, arguments, environment) { [errorsPath] actions in
                posix_spawn_file_actions_adddup2(&actions, ends[1], 0)
                posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
                posix_spawn_file_actions_addopen(&actions, 2, errorsPath, O_WRONLY | O_CREAT, 0o600)
            }
        } catch {
            close(ends[0])
            throw error
        }
    }

    deinit {
        if !hasEnded {
            kill(processIdentifier, SIGKILL)
            var status: Int32 = 0
            while waitpid(processIdentifier, &status, 0) < 0, errno == EINTR {}
        }
        close(line)
        try? FileManager.default.removeItem(atPath: errorsPath)
    }

    package var hasEnded: Bool { takeExit() != nil }

    /// The standard error so far.
    package var errors: String {
        String(decoding: FileManager.default.contents(atPath: errorsPath) ?? Data(), as: UTF8.self)
    }

    package func send(_ text: String) {
        var rest = Array((text + "\n").utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(line, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            // A program that has ended is detected when its answer is awaited.
            guard count > 0 || errno == EINTR else { return }
            rest = rest.dropFirst(max(0, count))
        }
    }

    /// Waits for the next line, and returns it without its line end.
    package func readLine() async throws -> String {
        let patience = Patience()
        while true {
            if let line = takeLine() { return line }
            guard !hasEnded, await patience.pause() else {
                throw ScreenFailure.notSeen("a line of \(program)", screen: errors)
            }
        }
    }

    package func terminate(_ signal: Int32 = SIGTERM) {
        exit.signal(signal, to: processIdentifier)
    }

    package func waitForExit() async throws -> ProgramExit {
        let patience = Patience()
        while true {
            if let exit = takeExit() { return exit }
            guard await patience.pause() else { throw ScreenFailure.notEnded(screen: errors) }
        }
    }

    private func takeLine() -> String? {
        received.withLock { received in
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = recv(line, &buffer, buffer.count, Int32(MSG_DONTWAIT))
                guard count > 0 else { break }
                received += buffer[..<count]
            }
            guard let end = received.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            let line = String(decoding: received[..<end], as: UTF8.self)
            received.removeSubrange(...end)
            return line
        }
    }

    private func takeExit() -> ProgramExit? { exit.take(from: processIdentifier) }
}
