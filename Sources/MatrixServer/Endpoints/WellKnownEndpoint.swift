import MatrixAPI

/// `GET /.well-known/matrix/client` (client-server API, "Well-known URI").
enum WellKnownEndpoint {
    /// Returns the URL that the configuration names. Without one the answer is 404, and a client stays with the address that it
    /// used: the server can't know its own, since a proxy or a tunnel may stand in front of the socket.
    @Sendable static func get(_ call: Call) async throws -> JSONValue {
        guard let url = call.server.configuration.publicURL else {
            throw Refusal.notFound("This server has no public address")
        }
        return url.wellKnown
    }
}
