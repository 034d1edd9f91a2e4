import Foundation
package import MatrixClient
import MatrixServer

/// An embedded server in this process, on a Unix socket and a free TCP port of loopback, with data in a directory of its own.
package actor TestServer {
    /// The token that a registration needs here.
    package static let registrationToken = "seedlings"

    package nonisolated let directory: String
    private var accessTokenLifetime: Int64?
    private var server: EmbeddedServer?

    /// Starts it.
    ///
    /// - Parameter accessTokenLifetime: of tokens that can be renewed, in milliseconds; `nil`: for ever.
    package init(accessTokenLifetime: Int64? = nil) async throws {
        self.accessTokenLifetime = accessTokenLifetime
        // A socket's path has room for 107 bytes only.
        directory = "/tmp/confab-test-" + UUID().uuidString.prefix(13)
        try await start()
    }

    package nonisolated var socketHomeserver: HomeserverLocation { .unixSocket(path: directory + "/server.sock") }

    /// By TCP; another one after each start.
    package var tcpHomeserver: HomeserverLocation {
        .url("http://127.0.0.1:\(server?.boundPort ?? 0)")
    }

    /// Starts it, on the same data where it ran before.
    package func start() async throws {
        var configuration = ServerConfiguration(
            serverName: "localhost", dataDirectory: directory + "/data", listenAddress: (host: "127.0.0.1", port: 0),
            unixSocketPath: directory + "/server.sock", registration: .token(TestServer.registrationToken),
            scryptWorkFactor: 16, accessTokenLifetime: accessTokenLifetime)
        // Tests take all the keys of a device.
        configuration.limits.claims.burst = 1_000
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let server = try await EmbeddedServer(configuration: configuration, logger: HomeserverClient.silentLogger)
        try await server.start()
        self.server = server
    }

    /// The same, with tokens that last as long from now on.
    package func start(accessTokenLifetime: Int64) async throws {
        self.accessTokenLifetime = accessTokenLifetime
        try await start()
    }

    /// Stops it and keeps its data.
    package func stop() async {
        await server?.stop()
        server = nil
    }

    /// Stops it and removes its data.
    package func remove() async {
        await stop()
        // Nothing may be left to remove.
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// Runs the body with a server that is removed afterwards.
    package static func run<Value: Sendable>(
        accessTokenLifetime: Int64? = nil, _ body: @Sendable (TestServer) async throws -> Value
    ) async throws -> Value {
        let server = try await TestServer(accessTokenLifetime: accessTokenLifetime)
        do {
            let value = try await body(server)
            await server.remove()
            return value
        } catch {
            await server.remove()
            throw error
        }
    }
}
