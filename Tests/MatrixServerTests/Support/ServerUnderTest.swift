import AsyncHTTPClient
import Foundation
import Logging
import MatrixAPI
import MatrixServer
import NIOCore
import NIOHTTP1
import TestSupport
import Testing

/// A real server in this process on a free port, with a data directory of its own.
struct ServerUnderTest: Sendable {
    let server: EmbeddedServer
    let directory: String

    static func start(
        in directory: String = newDirectory(), registration: ServerConfiguration.Registration = .open,
        socket: String? = nil, accessTokenLifetime: Int64? = nil, scryptWorkFactor: Int = 16,
        proxy: ReverseProxy? = nil, pictureProgram: String? = nil, publicURL: PublicURL? = nil,
        limits: (inout ServerLimits) -> Void = { _ in }
    ) async throws -> ServerUnderTest {
        var configuration = configuration(directory, registration: registration, socket: socket)
        configuration.accessTokenLifetime = accessTokenLifetime
        configuration.scryptWorkFactor = scryptWorkFactor
        configuration.proxy = proxy
        configuration.pictureProgram = pictureProgram
        configuration.publicURL = publicURL
        limits(&configuration.limits)
        let server = try await server(configuration)
        try await server.start()
        return ServerUnderTest(server: server, directory: directory)
    }

    /// Creates a server, once its data is free. A program that another test starts has the lock of a stopped server for
    /// a moment, between its fork and its exec.
    private static func server(_ configuration: ServerConfiguration) async throws -> EmbeddedServer {
        while true {
            if let server = try await serverIfFree(configuration) { return server }
            guard await Pause.milliseconds(5) else { throw CancellationError() }
        }
    }

    private static func serverIfFree(_ configuration: ServerConfiguration) async throws -> EmbeddedServer? {
        do {
            return try await EmbeddedServer(configuration: configuration, logger: quietLogger)
        } catch {
            if case .dataInUse = error { return nil }
            throw error
        }
    }

    static func configuration(
        _ directory: String, registration: ServerConfiguration.Registration = .open, socket: String? = nil
    ) -> ServerConfiguration {
        ServerConfiguration(
            serverName: "localhost", dataDirectory: directory, listenAddress: (host: "127.0.0.1", port: 0),
            unixSocketPath: socket, registration: registration, scryptWorkFactor: 16)
    }

    static func newDirectory() -> String { "/tmp/confab-server-test-\(UUID().uuidString)" }

    static var quietLogger: Logger {
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        return logger
    }

    var baseURL: String { "http://127.0.0.1:\(server.boundPort ?? 0)" }

    /// Registers a user with a device on this server.
    func person(_ name: String) async throws -> Person {
        let answer = try await request(
            .POST, "v3/register",
            ["username": .string(name), "password": "secret", "auth": ["type": "m.login.dummy"]])
        let token = try #require(answer.body["access_token"]?.string)
        return Person(server: self, name: name, token: token)
    }

    /// - Parameter path: The path below `/_matrix/client/`, or from the root if it begins with a slash.
    func request(
        _ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil, token: String? = nil, text: String? = nil
    ) async throws -> Answer {
        let url = baseURL + (path.hasPrefix("/") ? path : "/_matrix/client/" + path)
        var request = HTTPClientRequest(url: url)
        request.method = method
        if let token { request.headers.add(name: "authorization", value: "Bearer \(token)") }
        if let text { request.body = .bytes(ByteBuffer(string: text)) }
        if let body { request.body = .bytes(ByteBuffer(bytes: body.serialized)) }
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        let bytes = try await response.body.collect(upTo: 16 << 20)
        let json = bytes.readableBytes == 0 ? .null : try JSONValue(parsing: bytes.readableBytesView)
        return Answer(status: Int(response.status.code), body: json, headers: response.headers)
    }

    func stop() async {
        await server.stop()
        try? FileManager.default.removeItem(atPath: directory)
    }
}
