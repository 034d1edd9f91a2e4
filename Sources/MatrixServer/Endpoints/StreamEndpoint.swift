import HTTPTypes
import MatrixAPI

/// The stream's path asked without a valid handshake; one with it never gets here.
enum StreamEndpoint {
    @Sendable static func get(_ call: Call) async throws -> JSONValue {
        throw Refusal(.upgradeRequired, .unrecognized, "This is a WebSocket (version 13) with the subprotocol m.json")
    }
}
