import Foundation
import Synchronization

/// A program without a terminal. It is killed when this object is deallocated.
package final class CommandProcess: Sendable {
    package let processIdentifier: Int32
    private let exit = Mutex<ProgramExit?>(nil)
    /// The output goes to files, not pipes. A pipe could be inherited by a program that another test starts, and
    /// stay open.
    private let directory: String

    package init(
        _ program: String, arguments: [String], environment: [String: String], input: String = ""
    ) throws {
        var template = Array("/tmp/cf-run-XXXXXX".utf8CString)
        guard let created = mkdtemp(&template) else {
            throw ScreenFailure.notStarted(program: program, reason: String(cString: strerror(errno)))
        }
        directory = String(cString: created)
        try Data(input.utf8).write(to: URL(filePath: "\(directory)/input"))

        processIdentifier = try ChildProcess.start(program, arguments, environment) { [directory] actions in
            posix_spawn_file_actions_addopen(&actions, 0, "\(directory)/input", O_RDONLY, 0)
            posix_spawn_file_actions_addopen(&actions, 1, "\(directory)/output", O_WRONLY | O_CREAT, 0o600)
            posix_spawn_file_actions_addopen(&actions, 2, "\(directory)/errors", O_WRONLY | O_CREAT, 0o600)
        }
    }

    deinit {
        if processIdentifier > 0, takeExit() == nil {
            kill(processIdentifier, SIGKILL)
            var status: Int32 = 0
            while waitpid(processIdentifier, &status, 0) < 0, errno == EINTR {}
        }
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// The standard output so far.
    package var output: String { contents("output") }
    /// The standard output so far, in any charset.
    package var outputBytes: [UInt8] { Array(FileManager.default.contents(atPath: "\(directory)/output") ?? Data()) }
    package var errors: String { contents("errors") }

    package func terminate(_ signal: Int32 = SIGTERM) {
        exit.signal(signal, to: processIdentifier)
    }

    package func waitForExit() async throws -> CommandResult {
        let patience = Patience()
        while true {
            if let exit = takeExit() { return CommandResult(exit: exit, output: output, errors: errors) }
            guard await patience.pause() else { throw ScreenFailure.notEnded(screen: output + errors) }
        }
    }

    private func contents(_ name: String) -> String {
        String(decoding: FileManager.default.contents(atPath: "\(directory)/\(name)") ?? Data(), as: UTF8.self)
    }

    private func takeExit() -> ProgramExit? { exit.take(from: processIdentifier) }
}
