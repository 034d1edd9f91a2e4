import MatrixAPI

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
