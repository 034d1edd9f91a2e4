import TestSupport
import Testing

/// A homeserver that a test ends and starts again on the same data. It is gone with this object.
protocol Home: Sendable {
    /// As `confab login` takes it; the same after each start.
    var address: String { get }

    func end() async throws
    func startAgain() async throws
}

/// Whose homeserver it is.
enum HomeKind: String, CaseIterable, CustomTestStringConvertible, Sendable {
    case embedded, synapse

    /// Starts one without data.
    func start() async throws -> any Home {
        switch self {
        // A test fills an account at once with what takes years, which the usual rate refuses.
        case .embedded: try await TeamServer(writeRate: 100)
        case .synapse: try await Synapse()
        }
    }

    var testDescription: String { rawValue }
}

extension Synapse: Home {}

extension TeamServer: Home {
    func end() async throws {
        _ = try await stop()
    }

    func startAgain() async throws {
        try await start()
    }
}
