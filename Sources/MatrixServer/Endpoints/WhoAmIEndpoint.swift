import MatrixAPI

/// `GET account/whoami` (client-server API, "Current account information").
enum WhoAmIEndpoint {
    @Sendable static func get(_ call: Call) async throws -> JSONValue {
        let caller = try call.account
        return ["user_id": .string(caller.userID), "device_id": .string(caller.deviceID), "is_guest": false]
    }
}
