import HTTPTypes
import MatrixAPI

/// The stream's path requested without a valid handshake. A valid handshake never gets here.
enum StreamEndpoint {
    @Sendable static func get(_ call: Call) async throws -> JSONValue {
        throw Refusal(.upgradeRequired, .unrecognized, "This is a WebSocket (version 13) with the subprotocol m.json")
    }
}
