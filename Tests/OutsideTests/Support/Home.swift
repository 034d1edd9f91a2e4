import TestSupport
import Testing

/// A homeserver that a test stops and starts again on the same data. It is removed when this object is deallocated.
protocol Home: Sendable {
    /// The address for `confab login`, which is the same after each start.
    var address: String { get }

    func end() async throws
    func startAgain() async throws
}

/// The implementation of a homeserver.
enum HomeKind: String, CaseIterable, CustomTestStringConvertible, Sendable {
    case embedded, synapse

    /// Starts a homeserver without data.
    func start() async throws -> any Home {
        switch self {
        // A test creates the content of years at once, which the usual rate limit refuses.
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
