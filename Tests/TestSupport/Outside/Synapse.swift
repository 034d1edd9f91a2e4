import Foundation
import MatrixAPI
import MatrixClient
import Synchronization

/// A separate process of Synapse, on a free port of loopback, with SQLite. It ends when this object is deallocated,
/// or when the process that started it ends in any way.
package final class Synapse: Sendable {
    /// The rate limits.
    package enum Limits {
        /// Rates that tests never reach.
        case raised
        /// Synapse's default limits.
        case defaults
    }

    package let address: String
    private let port: Int
    private let tokenLifetime: String?
    private let sandbox: Sandbox
    private let process: Mutex<LineProcess?>
    private let registrationToken: String?

    /// Starts Synapse with raised limits.
    ///
    /// - Parameters:
    ///   - tokenLifetime: The lifetime of refreshable access tokens, as in `5s`. `nil` stands for Synapse's default.
    ///   - registrationToken: The token that registration requires.
    package init(tokenLifetime: String? = nil, registrationToken: String? = nil) async throws {
        self.tokenLifetime = tokenLifetime
        self.registrationToken = registrationToken
        sandbox = try Sandbox()
        port = try FreePort.find()
        address = "http://127.0.0.1:\(port)"
        process = Mutex(nil)
        try prepare()
        try await start(.raised)
        if let registrationToken { try await allow(registrationToken) }
    }

    package func end() async throws {
        guard let ending = process.withLock({ $0 }) else { return }
        ending.terminate()
        _ = try await ending.waitForExit()
        process.withLock { $0 = nil }
    }

    /// The process identifier. `nil` if the process was ended.
    package var processIdentifier: Int32? { process.withLock { $0?.processIdentifier } }

    package func startAgain() async throws {
        try await start(.raised)
    }

    /// Starts Synapse, and returns once it responds.
    package func start(_ limits: Limits) async throws {
        let path = sandbox.path + "/homeserver.yaml"
        // JSON is valid YAML.
        try Data(configuration(limits).serialized).write(to: URL(filePath: path))
        let started = try LineProcess(
            Outside.python, arguments: [Outside.program("run_synapse.py"), "-c", path],
            environment: sandbox.environment)
        process.withLock { $0 = started }
        let client = HomeserverClient(homeserver: .url(address))
        let patience = Patience()
        while await !answers(client) {
            guard !started.hasEnded, await patience.pause(50) else {
                await client.shutdown()
                let log = (try? String(contentsOfFile: sandbox.path + "/homeserver.log", encoding: .utf8)) ?? ""
                throw ScreenFailure.notStarted(program: "Synapse", reason: started.errors + log)
            }
        }
        await client.shutdown()
    }

    /// Creates a registration token that can be used any number of times.
    private func allow(_ token: String) async throws {
        let result = try await CommandProcess(
            Outside.python,
            arguments: [Outside.program("allow_registration.py"), sandbox.path + "/homeserver.db", token],
            environment: sandbox.environment
        ).waitForExit()
        guard result.exit == .status(0) else {
            throw ScreenFailure.notStarted(program: "a registration token", reason: result.errors)
        }
    }

    private func answers(_ client: HomeserverClient) async -> Bool {
        await (try? client.versions()) != nil
    }

    /// Writes the files that Synapse would otherwise generate in a first start.
    private func prepare() throws {
        var generator = SystemRandomNumberGenerator()
        let seed = Data((0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) })
        let key = "ed25519 a_test " + seed.base64EncodedString().replacing("=", with: "") + "\n"
        try Data(key.utf8).write(to: URL(filePath: sandbox.path + "/signing.key"))
        let log: JSONValue = [
            "version": 1,
            "formatters": ["plain": ["format": "%(asctime)s %(levelname)s %(name)s %(message)s"]],
            "handlers": [
                "file": [
                    "class": "logging.FileHandler", "filename": .string(sandbox.path + "/homeserver.log"),
                    "formatter": "plain",
                ]
            ],
            "root": ["level": "WARNING", "handlers": ["file"]],
            "disable_existing_loggers": false,
        ]
        try Data(log.serialized).write(to: URL(filePath: sandbox.path + "/log.yaml"))
    }

    private func configuration(_ limits: Limits) -> JSONValue {
        let listener: JSONValue = [
            "port": .integer(Int64(port)), "bind_addresses": ["127.0.0.1"], "type": "http", "tls": false,
            "resources": [["names": ["client"]]],
        ]
        var configuration: JSONValue = [
            "server_name": "localhost",
            "listeners": [listener],
            "database": ["name": "sqlite3", "args": ["database": .string(sandbox.path + "/homeserver.db")]],
            "log_config": .string(sandbox.path + "/log.yaml"),
            "signing_key_path": .string(sandbox.path + "/signing.key"),
            "media_store_path": .string(sandbox.path + "/media"),
            "pid_file": .string(sandbox.path + "/synapse.pid"),
            "macaroon_secret_key": "of this test alone", "form_secret": "of this test alone",
            "trusted_key_servers": [], "suppress_key_server_warning": true, "report_stats": false,
            "enable_registration": true, "enable_registration_without_verification": true,
            "registration_requires_token": .bool(registrationToken != nil),
            "bcrypt_rounds": 4, "url_preview_enabled": false, "max_upload_size": "200M",
            "user_directory": ["enabled": true, "search_all_users": true],
            "caches": ["sync_response_cache_duration": "0s"],
        ]
        configuration["refreshable_access_token_lifetime"] = tokenLifetime.map(JSONValue.string)
        if limits == .raised {
            let plenty: JSONValue = ["per_second": 10000, "burst_count": 10000]
            for name in ["rc_message", "rc_registration", "rc_joins_per_room", "rc_room_creation"] {
                configuration[name] = plenty
            }
            configuration["rc_login"] = ["address": plenty, "account": plenty, "failed_attempts": plenty]
            configuration["rc_joins"] = ["local": plenty, "remote": plenty]
            configuration["rc_invites"] = ["per_room": plenty, "per_user": plenty, "per_issuer": plenty]
        }
        return configuration
    }
}
