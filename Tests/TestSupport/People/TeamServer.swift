import Foundation
import Synchronization

/// A separate process of `confab serve` with open registration, on a free port of loopback.
package final class TeamServer: Sendable {
    /// The address for `confab login`, which is the same after each start.
    package let address: String
    package let home: Sandbox
    private let process: Mutex<CommandProcess>
    private let options: [String]

    /// Starts the server and waits until it prints its address.
    ///
    /// - Parameters:
    ///   - registrationToken: The token that registration requires.
    ///   - home: The home, which may contain data already. `nil` stands for a new one.
    ///   - place: The host and port on loopback. By default any free port.
    ///   - writeRate: The factor by which the write rate of accounts exceeds the default.
    ///   - accessTokenLifetime: The lifetime of refreshable tokens in seconds. `nil` stands for tokens without an end.
    package init(
        registrationToken: String? = nil, home: Sandbox? = nil, at place: String = "127.0.0.1:0", writeRate: Int = 1,
        accessTokenLifetime: Int? = nil
    ) async throws {
        self.home = try home ?? Sandbox()
        var options = ["--write-rate", String(writeRate), "--open-registration"]
        if let registrationToken {
            // The token is passed in a file, so that the list of processes doesn't reveal it.
            let file = self.home.path + "/registration-token"
            try Data((registrationToken + "\n").utf8).write(to: URL(filePath: file))
            options = ["--write-rate", String(writeRate), "--registration-token-file", file]
        }
        if let accessTokenLifetime { options += ["--access-token-lifetime", String(accessTokenLifetime)] }
        self.options = options
        let started = try await Self.start(in: self.home, at: place, options)
        address = started.address
        process = Mutex(started.process)
    }

    package var processIdentifier: Int32 { process.withLock { $0.processIdentifier } }
    /// The path of its only SQLite file.
    package var databasePath: String { Self.data(in: home) + "/server.sqlite" }

    private static func data(in home: Sandbox) -> String { home.path + "/served" }

    /// Stops the server and waits for its end.
    package func stop() async throws -> CommandResult {
        let ending = process.withLock { $0 }
        ending.terminate()
        return try await ending.waitForExit()
    }

    /// Kills the server, which gets no chance to clean up.
    package func kill() async throws {
        let ending = process.withLock { $0 }
        ending.terminate(9)
        _ = try await ending.waitForExit()
    }

    /// Starts the server again at the same address with the same data.
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
        let patience = Patience()
        while true {
            let words = process.output.split(whereSeparator: \.isWhitespace)
            // The line is complete once the text after the address is there.
            if words.contains("--register"), let address = words.first(where: { $0.hasPrefix("http://") }) {
                return (process, String(address))
            }
            guard await patience.pause() else {
                throw ScreenFailure.notStarted(program: "confab serve", reason: process.output + process.errors)
            }
        }
    }
}
