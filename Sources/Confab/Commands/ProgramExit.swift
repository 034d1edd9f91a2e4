import ArgumentParser
import Dispatch
import Engine
import Foundation
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
            printError(known.message)
            exit(known.exitCode)
        }
        let code = ConfabCommand.exitCode(for: error)
        if code == .success {
            LocaleText.print(ConfabCommand.fullMessage(for: error))
            exit(0)
        }
        if code == .validationFailure {
            let message = ConfabCommand.message(for: error)
            let sentence: String = message.hasSuffix(".") ? message : .words("list.sentence", ["text": message])
            printError(.words("commands.see-help", ["message": sentence]))
            exit(2)
        }
        let message = ConfabCommand.message(for: error)
        if !message.isEmpty { printError(message) }
        exit(code.rawValue)
    }

    /// Returns the reason for an error anywhere in the program.
    static func reason(_ error: any Error) -> any Reason { programError(error) ?? OtherReason("\(error)") }

    static func programError(_ error: any Error) -> ProgramError? {
        switch error {
        case let error as ProgramError: error
        case let problem as InputError: .input(problem)
        case let error as TerminalError: .terminal(error)
        case let error as StorageError: .storage(error)
        case let error as ServerError: .server(error)
        case let error as MatrixClientError: .client(error)
        case let problem as LoginError: .login(problem)
        case let problem as RoomKeyFileError: .keyFile(problem)
        case let problem as IdentityError: .identity(problem)
        case let problem as RecoveryError: .recovery(problem)
        default: nil
        }
    }

    /// Returns the message as one line. Text from a server is sanitized, so that it can't control the terminal.
    static func line(_ message: String) -> String {
        let line = message.split(whereSeparator: \.isNewline).joined(separator: " ")
        return "confab: \(DisplayText(sanitizing: line).string)\n"
    }

    static func printError(_ message: String) {
        let bytes = LocaleText.errorBytes(line(message))
        write(STDERR_FILENO, bytes, bytes.count)
    }
}

/// Waits for SIGTERM or SIGINT, which then don't kill the process. SIGHUP of a closed terminal counts as well.
@MainActor
final class TerminationSignals {
    private let stream: AsyncStream<Int32>
    private let sources: [any DispatchSourceSignal]

    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
        self.stream = stream
        sources = [SIGTERM, SIGINT, SIGHUP].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
            source.setEventHandler { continuation.yield(number) }
            source.resume()
            return source
        }
    }

    func wait() async {
        for await _ in stream { return }
    }

    /// Returns the result of some work. The first signal cancels the work.
    func cancelling<Value>(_ work: Task<Value, any Error>) async -> Result<Value, any Error> {
        let ending = Task {
            await wait()
            work.cancel()
        }
        defer { ending.cancel() }
        return await work.result
    }
}
