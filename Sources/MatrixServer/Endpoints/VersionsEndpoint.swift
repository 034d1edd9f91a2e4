import HTTPTypes
import MatrixAPI

/// `GET versions` (client-server API, "API Versions").
enum VersionsEndpoint {
    @Sendable static func get(_ call: Call) async throws -> JSONValue {
        let older: [JSONValue] = ["r0.5.0", "r0.6.0", "r0.6.1"]
        let newer = (1...11).map { JSONValue.string("v1.\($0)") }
        return ["versions": .array(older + newer), "unstable_features": ["im.confab.stream": true]]
    }
}

/// The stream's path requested without a valid handshake. A valid handshake never gets here.
enum StreamEndpoint {
    @Sendable static func get(_ call: Call) async throws -> JSONValue {
        throw EndpointError(
            .upgradeRequired, .unrecognized, "This is a WebSocket (version 13) with the subprotocol m.json")
    }
}

/// `GET /.well-known/matrix/client` (client-server API, "Well-known URI").
enum WellKnownEndpoint {
    /// Returns the URL in the configuration. Without it the response is 404, and a client keeps the address that it
    /// used. The server can't know its own address, since a proxy or a tunnel may be in front of the socket.
    @Sendable static func get(_ call: Call) async throws -> JSONValue {
        guard let url = call.server.configuration.publicURL else {
            throw EndpointError.notFound("This server has no public address")
        }
        return url.wellKnown
    }
}

/// `GET capabilities` (client-server API, "Capabilities negotiation").
enum CapabilitiesEndpoint {
    @Sendable static func get(_ call: Call) async throws -> JSONValue {
        [
            "capabilities": [
                "m.change_password": ["enabled": false],
                "m.room_versions": ["default": "11", "available": ["11": "stable"]],
                "m.set_displayname": ["enabled": true],
                "m.set_avatar_url": ["enabled": true],
                "m.3pid_changes": ["enabled": false],
                "m.get_login_token": ["enabled": false],
            ]
        ]
    }
}
