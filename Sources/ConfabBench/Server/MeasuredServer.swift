import TestSupport

/// A homeserver in a separate process, so that its usage can be measured.
struct MeasuredServer: Sendable {
    /// The program's name in the figures.
    let program: String
    /// Its address on loopback.
    let address: String
    let processIdentifier: Int32
    /// The path of the SQLite database, if its writes are measured.
    let databasePath: String?
    /// Whether listeners can have a stream.
    let hasStreams: Bool
    let stop: @Sendable () async throws -> Void

    var port: Int { Self.port(of: address) }

    static func port(of address: String) -> Int { address.split(separator: ":").last.flatMap { Int($0) } ?? 0 }

    /// Starts `confab serve` without data.
    ///
    /// - Parameters:
    ///   - fill: Inserts data into its database.
    ///   - writeRate: The factor of the accounts' usual write rates; by default no sender of a measurement is limited.
    ///   - accessTokenLifetime: The lifetime of refreshable tokens in seconds. `nil` stands for tokens without an end.
    static func confab(
        fill: ((String) throws -> Void)? = nil, writeRate: Int = 10_000, accessTokenLifetime: Int? = nil
    ) async throws -> MeasuredServer {
        let server = try await TeamServer(writeRate: writeRate, accessTokenLifetime: accessTokenLifetime)
        if let fill {
            _ = try await server.stop()
            try fill(server.databasePath)
            try await server.start()
        }
        return MeasuredServer(
            program: "confab", address: server.address, processIdentifier: server.processIdentifier,
            databasePath: server.databasePath, hasStreams: true, stop: { _ = try await server.stop() })
    }

    /// Starts Synapse without data; returns `nil` if it is not installed.
    static func synapse() async throws -> MeasuredServer? {
        guard Outside.environment != nil else { return nil }
        let server = try await Synapse()
        guard let process = server.processIdentifier else { return nil }
        return MeasuredServer(
            program: "synapse", address: server.address, processIdentifier: process, databasePath: nil,
            hasStreams: false, stop: { try await server.end() })
    }
}
