import Foundation
import GRDB
import Glibc
import MatrixClient
import TestSupport

/// A process of `confab serve` that can be killed, and started again on the same data and port.
final class ServerProcess {
    let port: Int
    let tokenLifetime: Int?
    private let openFiles: Int?
    private let sandbox: Sandbox
    private let environment: [String: String]
    private var process: ScreenDriver?

    /// - Parameters:
    ///   - tokenLifetime: The lifetime in seconds of a token that can be refreshed. `nil` stands for one that never
    ///     expires.
    ///   - openFiles: The limit of open files. `nil` stands for the limit of the tests.
    ///   - environment: Variables besides the common ones.
    init(tokenLifetime: Int? = nil, openFiles: Int? = nil, environment: [String: String] = [:]) async throws {
        self.tokenLifetime = tokenLifetime
        self.openFiles = openFiles
        sandbox = try Sandbox()
        self.environment = sandbox.environment.merging(environment) { $1 }
        port = try FreePort.find()
        try await start()
    }

    var address: String { "http://127.0.0.1:\(port)" }
    var homeserver: HomeserverLocation { .url(address) }

    /// Starts the server, and returns once it listens.
    func start() async throws {
        let limit = openFiles.map { "ulimit -n \($0); " } ?? ""
        let process = try ScreenDriver(
            "/bin/sh",
            arguments: [
                "-c", "\(limit)exec \"$0\" \"$@\"", ProgramLocation.confab,
                "serve", "--listen", "127.0.0.1:\(port)", "--data", sandbox.path + "/server", "--open-registration",
            ] + (tokenLifetime.map { ["--access-token-lifetime", String($0)] } ?? []),
            environment: environment, width: 200)
        self.process = process
        try await process.waitFor("To join:")
    }

    /// Kills the server, which gets no chance to clean up.
    func kill() async throws {
        try await end(by: SIGKILL)
    }

    /// - Returns: The exit of the process, once it has ended.
    @discardableResult
    func end(by signal: Int32) async throws -> ProgramExit? {
        process?.terminate(signal)
        let exit = try await process?.waitForExit()
        process = nil
        return exit
    }

    /// Whether the data of the server, which must not be running, contains a line.
    func deadHas(_ line: String) throws -> Bool {
        let queue = try DatabaseQueue(path: sandbox.path + "/server/server.sqlite")
        let sql = "SELECT EXISTS (SELECT 1 FROM events WHERE content LIKE ?)"
        let isThere = try queue.read { try Bool.fetchOne($0, sql: sql, arguments: ["%\"\(line)\"%"]) }
        try queue.close()
        return isThere ?? false
    }

    var processIdentifier: Int32? { process?.processIdentifier }

    /// Returns the server's log and its output.
    func said() throws -> String {
        let log = try String(contentsOfFile: sandbox.path + "/state/confab/confab.log", encoding: .utf8)
        return log + (process?.text ?? "")
    }
}
