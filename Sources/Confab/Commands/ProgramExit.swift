import ArgumentParser
import Glibc
import MatrixClient
import MatrixServer
import Storage
import Terminal

/// The way out of every command.
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
            say("\(message)\(message.hasSuffix(".") ? "" : ".") See confab --help.")
            exit(2)
        }
        let message = ConfabCommand.message(for: error)
        if !message.isEmpty { say(message) }
        exit(code.rawValue)
    }

    static func programError(_ error: any Error) -> ProgramError? {
        switch error {
        case let error as ProgramError: error
        case let error as TerminalError: .terminal(error)
        case let error as StorageError: .storage(error)
        case let error as ServerError: .server(error)
        case let error as MatrixClientError: .client(error)
        default: nil
        }
    }

    private static func say(_ message: String) {
        let line = message.split(whereSeparator: \.isNewline).joined(separator: " ")
        let bytes = Array("confab: \(line)\n".utf8)
        write(STDERR_FILENO, bytes, bytes.count)
    }
}
