import TestSupport

/// A homeserver as a process of its own, so that what it uses is its alone.
struct MeasuredServer: Sendable {
    /// As the figures have it.
    let program: String
    /// Of loopback.
    let address: String
    let processIdentifier: Int32
    /// SQLite's, where what is written to it is measured.
    let databasePath: String?
    /// Whether listeners can have a stream.
    let hasStreams: Bool
    let stop: @Sendable () async throws -> Void

    var port: Int { Self.port(of: address) }

    static func port(of address: String) -> Int { address.split(separator: ":").last.flatMap { Int($0) } ?? 0 }

    /// `confab serve` without data.
    ///
    /// - Parameters:
    ///   - fill: what puts some into its database.
    ///   - writeRate: how many times the usual rate accounts may write; by default no sender of a measurement is held back.
    static func confab(
        fill: ((String) throws -> Void)? = nil, writeRate: Int = 10_000
    ) async throws -> MeasuredServer {
        let server = try await TeamServer(writeRate: writeRate)
        if let fill {
            _ = try await server.stop()
            try fill(server.databasePath)
            try await server.start()
        }
        return MeasuredServer(
            program: "confab", address: server.address, processIdentifier: server.processIdentifier,
            databasePath: server.databasePath, hasStreams: true, stop: { _ = try await server.stop() })
    }

    /// Synapse without data; `nil` where it is not installed.
    static func synapse() async throws -> MeasuredServer? {
        guard Outside.environment != nil else { return nil }
        let server = try await Synapse()
        guard let process = server.processIdentifier else { return nil }
        return MeasuredServer(
            program: "synapse", address: server.address, processIdentifier: process, databasePath: nil,
            hasStreams: false, stop: { try await server.end() })
    }
}
