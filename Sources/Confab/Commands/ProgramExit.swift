import ArgumentParser
import Glibc
import MatrixClient
import MatrixServer
import Messenger
import Storage
import Terminal
import ViewModels

/// Ends the process with an error of a command.
enum ProgramExit {
    static func leave(with error: any Error) -> Never {
        let known = programError(error)
        if let known {
            say(known.message)
            exit(known.exitCode)
        }
        let code = ConfabCommand.exitCode(for: error)
        if code == .success {
            print(ConfabCommand.fullMessage(for: error))
            exit(0)
        }
        if code == .validationFailure {
            let message = ConfabCommand.message(for: error)
            let sentence: String = message.hasSuffix(".") ? message : .words("list.sentence", ["text": message])
            say(.words("commands.see-help", ["message": sentence]))
            exit(2)
        }
        let message = ConfabCommand.message(for: error)
        if !message.isEmpty { say(message) }
        exit(code.rawValue)
    }

    /// Returns the reason for an error anywhere in the program.
    static func reason(_ error: any Error) -> any Reason { programError(error) ?? OtherReason("\(error)") }

    static func programError(_ error: any Error) -> ProgramError? {
        switch error {
        case let error as ProgramError: error
        case let error as TerminalError: .terminal(error)
        case let error as StorageError: .storage(error)
        case let error as ServerError: .server(error)
        case let error as MatrixClientError: .client(error)
        case let problem as LoginProblem: .login(problem)
        case let problem as RoomKeyFileProblem: .keyFile(problem)
        case let problem as IdentityProblem: .identity(problem)
        case let problem as RecoveryProblem: .recovery(problem)
        default: nil
        }
    }

    /// Returns the message as one line. Text from a server is sanitized, so that it can't control the terminal.
    static func line(_ message: String) -> String {
        let line = message.split(whereSeparator: \.isNewline).joined(separator: " ")
        return "confab: \(DisplayText(sanitizing: line).string)\n"
    }

    static func say(_ message: String) {
        let bytes = Array(line(message).utf8)
        write(STDERR_FILENO, bytes, bytes.count)
    }
}
