import MatrixAPI

/// `presence/{userID}/status` (client-server API, "Presence").
///
/// NOTSPEC: presence is accepted and not stored. Everybody is offline, as on servers that switch it off.
enum PresenceEndpoint {
    @Sendable static func get(_ call: Call) async throws -> JSONValue { ["presence": "offline"] }

    @Sendable static func put(_ call: Call) async throws -> JSONValue {
        _ = try call.required("presence")
        return .emptyObject
    }
}
