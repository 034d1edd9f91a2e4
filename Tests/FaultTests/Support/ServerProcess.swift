import Glibc
import MatrixClient
import TestSupport

/// `confab serve` as a process that can be killed, and started again on the same data and port.
final class ServerProcess {
    let port: Int
    let tokenLifetime: Int?
    private let sandbox: Sandbox
    private var process: ScreenDriver?

    /// - Parameter tokenLifetime: for how many seconds a token lasts that can be renewed; `nil`: for ever.
    init(tokenLifetime: Int? = nil) async throws {
        self.tokenLifetime = tokenLifetime
        sandbox = try Sandbox()
        port = try FreePort.find()
        try await start()
    }

    var address: String { "http://127.0.0.1:\(port)" }
    var homeserver: Homeserver { .url(address) }

    /// Returns once it listens.
    func start() async throws {
        let process = try ScreenDriver(
            ProgramLocation.confab,
            arguments: [
                "serve", "--listen", "127.0.0.1:\(port)", "--data", sandbox.path + "/server", "--open-registration",
            ] + (tokenLifetime.map { ["--access-token-lifetime", String($0)] } ?? []),
            environment: sandbox.environment, width: 200)
        self.process = process
        try await process.waitFor("To join:", timeout: .seconds(60))
    }

    /// It gets no chance to put anything in order.
    func kill() async throws {
        try await end(by: SIGKILL)
    }

    /// - Returns: how it ended, once it did.
    @discardableResult
    func end(by signal: Int32) async throws -> ProgramExit? {
        process?.terminate(signal)
        let exit = try await process?.waitForExit(timeout: .seconds(60))
        process = nil
        return exit
    }

    var processIdentifier: Int32? { process?.processIdentifier }
}
