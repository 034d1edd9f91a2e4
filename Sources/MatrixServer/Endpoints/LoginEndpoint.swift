import GRDB
import HTTPTypes
import MatrixAPI

/// `login` (client-server API, "Login").
enum LoginEndpoint {
    @Sendable static func get(_ call: Call) async throws -> JSONValue {
        ["flows": [["type": "m.login.password"]]]
    }

    @Sendable static func post(_ call: Call) async throws -> JSONValue {
        guard try call.required("type") == "m.login.password" else {
            throw EndpointError(.badRequest, .unknown, "Only m.login.password is offered")
        }
        let password = try call.required("password")
        let user = try account(call)
        guard try await call.server.accepts(password, loginTry(user, call)) else {
            throw EndpointError.forbidden("The name or the password is wrong")
        }
        call.server.knownPeers.record(call.peer, user)
        var base: JSONValue = ["user_id": .string(user), "home_server": .string(call.server.configuration.serverName)]
        base["well_known"] = call.server.configuration.publicURL?.wellKnown
        return try await open(user, call, base: base)
    }

    /// Opens a session for the device that the body names, or for a new one.
    static func open(_ user: String, _ call: Call, base: JSONValue) async throws -> JSONValue {
        let device = try call.optionalString("device_id") ?? newDeviceID()
        guard (1...255).contains(device.utf8.count) else {
            throw EndpointError.invalid("device_id is empty or too long")
        }
        let name = try call.optionalString("initial_device_display_name")
        try ProfileLimit.check(name, "initial_device_display_name")
        let tokens = try await call.server.openSession(
            Caller(userID: user, deviceID: device), displayName: name,
            refreshes: call.body["refresh_token"]?.bool == true)
        var json = base
        tokens.put(into: &json)
        json["device_id"] = .string(device)
        return json
    }

    private static func loginTry(_ user: String, _ call: Call) throws -> LoginAttempt {
        let device = try call.optionalString("device_id").map { Caller(userID: user, deviceID: $0) }
        let standing: LoginAttempt.Evidence =
            if let device, call.server.tokens.isValid(device) {
                .knownDevice
            } else {
                call.server.knownPeers.contains(call.peer, user) ? .knownAddress : .stranger
            }
        return LoginAttempt(peer: call.peer, account: user, standing: standing)
    }

    private static func newDeviceID() -> String {
        String((0..<10).map { _ in "ABCDEFGHIJKLMNOPQRSTUVWXYZ".randomElement() ?? "A" })
    }

    /// Returns the account from `identifier`, or from `user` as clients before version 0.4 sent it. Either is a
    /// full identifier or its localpart.
    private static func account(_ call: Call) throws -> String {
        var name = call.body["user"]?.string
        if let identifier = call.body["identifier"] {
            guard identifier["type"]?.string == "m.id.user" else {
                throw EndpointError(.badRequest, .unknown, "Only m.id.user is known here")
            }
            name = identifier["user"]?.string
        }
        guard let name else { throw EndpointError.missing("identifier") }
        // This comes before the limiter, which counts by the name.
        guard name.isSoundIdentifier else { throw EndpointError.invalid("That is no name of a user") }
        return name.hasPrefix("@") ? name : call.server.userID(localpart: name.lowercased())
    }
}

/// `GET account/whoami` (client-server API, "Current account information").
enum WhoAmIEndpoint {
    @Sendable static func get(_ call: Call) async throws -> JSONValue {
        let caller = try call.account
        return ["user_id": .string(caller.userID), "device_id": .string(caller.deviceID), "is_guest": false]
    }
}

/// `logout` and `logout/all` (client-server API, "Login").
enum LogoutEndpoint {
    @Sendable static func one(_ call: Call) async throws -> JSONValue {
        try await call.server.closeSession(call.account)
        return .emptyObject
    }

    @Sendable static func all(_ call: Call) async throws -> JSONValue {
        try await call.server.closeAllSessions(of: call.user)
        return .emptyObject
    }
}

/// `refresh` (client-server API, "Refreshing access tokens").
enum RefreshEndpoint {
    @Sendable static func post(_ call: Call) async throws -> JSONValue {
        let refreshToken = try call.required("refresh_token")
        guard let tokens = try await call.server.refreshSession(refreshToken, for: call.reader) else {
            throw EndpointError(.unauthorized, .unknownToken, "This refresh token is not valid (any more)")
        }
        var json = JSONValue.emptyObject
        tokens.put(into: &json)
        return json
    }
}
