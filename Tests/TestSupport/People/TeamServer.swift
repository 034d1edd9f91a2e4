import Foundation
import Synchronization

/// `confab serve` as a process of its own, open to all, on a free port of loopback.
package final class TeamServer: Sendable {
    /// As `confab login` takes it; the same after each start.
    package let address: String
    package let home: Sandbox
    private let process: Mutex<CommandProcess>
    private let options: [String]

    /// Starts it and waits until it says where it is.
    ///
    /// - Parameters:
    ///   - registrationToken: what it asks for to register.
    ///   - home: where its data may be already; `nil`: a new one.
    ///   - place: host and port of loopback; by default any port that is free.
    ///   - writeRate: how many times the usual rate accounts may write.
    package init(
        registrationToken: String? = nil, home: Sandbox? = nil, at place: String = "127.0.0.1:0", writeRate: Int = 1
    ) async throws {
        self.home = try home ?? Sandbox()
        var options = ["--write-rate", String(writeRate), "--open-registration"]
        if let registrationToken {
            // By a file, so that the list of processes has no token.
            let file = self.home.path + "/registration-token"
            try Data((registrationToken + "\n").utf8).write(to: URL(filePath: file))
            options = ["--write-rate", String(writeRate), "--registration-token-file", file]
        }
        self.options = options
        let started = try await Self.start(in: self.home, at: place, options)
        address = started.address
        process = Mutex(started.process)
    }

    package var processIdentifier: Int32 { process.withLock { $0.processIdentifier } }
    /// Its one SQLite file.
    package var databasePath: String { Self.data(in: home) + "/server.sqlite" }

    private static func data(in home: Sandbox) -> String { home.path + "/served" }

    /// Ends it and waits for that.
    package func stop() async throws -> CommandResult {
        let ending = process.withLock { $0 }
        ending.terminate()
        return try await ending.waitForExit()
    }

    /// It gets no chance to put anything in order.
    package func kill() async throws {
        let ending = process.withLock { $0 }
        ending.terminate(9)
        _ = try await ending.waitForExit()
    }

    /// Starts it again where it was and with what it had.
    package func start() async throws {
        let again = try await Self.start(in: home, at: String(address.dropFirst("http://".count)), options)
        process.withLock { $0 = again.process }
    }

    private static func start(
        in home: Sandbox, at place: String, _ options: [String]
    ) async throws -> (process: CommandProcess, address: String) {
        let process = try CommandProcess(
            ProgramLocation.confab,
            arguments: ["serve", "--listen", place, "--data", data(in: home)] + options,
            environment: home.environment)
        let deadline = ContinuousClock.now + .seconds(60)
        while true {
            let words = process.output.split(whereSeparator: \.isWhitespace)
            // The line has come whole once what stands behind the address is there.
            if words.contains("--register"), let address = words.first(where: { $0.hasPrefix("http://") }) {
                return (process, String(address))
            }
            guard ContinuousClock.now < deadline else {
                throw ScreenFailure.notStarted(program: "confab serve", reason: process.output + process.errors)
            }
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}
