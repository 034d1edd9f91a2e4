import MatrixAPI

/// `GET /.well-known/matrix/client` (client-server API, "Well-known URI").
enum WellKnownEndpoint {
    /// Names a base URL only where TCP is served: a client on the Unix socket has no URL to go to.
    @Sendable static func get(_ call: Call) async throws -> JSONValue {
        guard call.server.configuration.listenAddress != nil, let address = call.server.baseURL.value else {
            throw Refusal.notFound("This server has no public address")
        }
        return ["m.homeserver": ["base_url": .string(address)]]
    }
}
