import MatrixAPI

/// `GET config` (client-server API, "Content repository").
enum MediaConfigEndpoint {
    @Sendable static func get(_ call: Call) async throws -> JSONValue {
        let limits = call.server.configuration.limits
        return [
            "m.upload.size": .integer(min(limits.uploadBytes, limits.mediaBytesPerAccount, limits.mediaBytes))
        ]
    }
}
