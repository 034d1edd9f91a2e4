import MatrixAPI

/// `GET /.well-known/matrix/client` (client-server API, "Well-known URI").
enum WellKnownEndpoint {
    /// Returns the URL in the configuration. Without it the answer is 404, and a client keeps the address that it
    /// used. The server can't know its own address, since a proxy or a tunnel may be in front of the socket.
    @Sendable static func get(_ call: Call) async throws -> JSONValue {
        guard let url = call.server.configuration.publicURL else {
            throw Refusal.notFound("This server has no public address")
        }
        return url.wellKnown
    }
}
