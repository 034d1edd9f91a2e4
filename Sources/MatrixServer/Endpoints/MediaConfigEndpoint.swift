import MatrixAPI

/// `GET config` (client-server API, "Content repository").
enum MediaConfigEndpoint {
    @Sendable static func get(_ call: Call) async throws -> JSONValue {
        ["m.upload.size": .integer(call.server.configuration.limits.uploadBytes)]
    }
}
