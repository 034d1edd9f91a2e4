import MatrixAPI

/// `GET versions` (client-server API, "API Versions").
enum VersionsEndpoint {
    @Sendable static func get(_ call: Call) async throws -> JSONValue {
        let older: [JSONValue] = ["r0.5.0", "r0.6.0", "r0.6.1"]
        let newer = (1...11).map { JSONValue.string("v1.\($0)") }
        return ["versions": .array(older + newer), "unstable_features": ["im.confab.stream": true]]
    }
}
