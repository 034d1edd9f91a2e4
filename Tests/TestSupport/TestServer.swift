import Foundation
package import MatrixClient
import MatrixServer

/// An embedded server in this process, on a Unix socket and a free TCP port of loopback, with a data directory of
/// its own.
package actor TestServer {
    /// The token that registration requires here.
    package static let registrationToken = "seedlings"

    package nonisolated let directory: String
    private var accessTokenLifetime: Int64?
    private var server: EmbeddedServer?

    /// Starts the server.
    ///
    /// - Parameter accessTokenLifetime: The lifetime of refreshable tokens in milliseconds. `nil` stands for tokens
    ///   that never expire.
    package init(accessTokenLifetime: Int64? = nil) async throws {
        self.accessTokenLifetime = accessTokenLifetime
        // The path of a socket may have only 107 bytes.
        directory = "/tmp/confab-test-" + UUID().uuidString.prefix(13)
        try await start()
    }

    package nonisolated var socketHomeserver: HomeserverLocation { .unixSocket(path: directory + "/server.sock") }

    /// The TCP address, which changes with each start.
    package var tcpHomeserver: HomeserverLocation {
        .url("http://127.0.0.1:\(server?.boundPort ?? 0)")
    }

    /// Starts the server, on the same data as before.
    package func start() async throws {
        var configuration = ServerConfiguration(
            serverName: "localhost", dataDirectory: directory + "/data", listenAddress: (host: "127.0.0.1", port: 0),
            unixSocketPath: directory + "/server.sock", registration: .token(TestServer.registrationToken),
            scryptWorkFactor: 16, accessTokenLifetime: accessTokenLifetime)
        // Tests claim all keys of a device.
        configuration.limits.claims.burst = 1_000
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let server = try await EmbeddedServer(configuration: configuration, logger: HomeserverClient.silentLogger)
        try await server.start()
        self.server = server
    }

    /// Starts the server with this token lifetime from now on.
    package func start(accessTokenLifetime: Int64) async throws {
        self.accessTokenLifetime = accessTokenLifetime
        try await start()
    }

    /// Stops the server and keeps its data.
    package func stop() async {
        await server?.stop()
        server = nil
    }

    /// Stops the server and removes its data.
    package func remove() async {
        await stop()
        // The directory may have been removed already.
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
