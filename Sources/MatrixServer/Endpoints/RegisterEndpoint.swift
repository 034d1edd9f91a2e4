import GRDB
import HTTPTypes
import MatrixAPI

/// `register` (client-server API, "Account registration").
enum RegisterEndpoint {
    @Sendable static func available(_ call: Call) async throws -> JSONValue {
        guard let name = call.target["username"] else { throw EndpointError.missing("username") }
        let user = try identifier(name, call)
        guard try await !call.read({ try AccountsTable($0).exists(user) }) else { throw inUse }
        return ["available": true]
    }

    @Sendable static func post(_ call: Call) async throws -> JSONValue {
        guard call.target["kind"] ?? "user" == "user" else {
            throw EndpointError.forbidden("Guests have no access here")
        }
        if case .closed = call.server.configuration.registration {
            throw EndpointError.forbidden("Registration is closed on this server")
        }
        let name = try call.optionalString("username")
        // The name is checked before the authentication, so that a user need not authenticate twice.
        let user = try identifier(name ?? "user\(UInt32.random(in: 100_000 ... .max))", call)
        guard try await !call.read({ try AccountsTable($0).exists(user) }) else { throw inUse }
        try await authenticate(call)
        let password = try call.required("password")
        guard !password.isEmpty else { throw EndpointError(.badRequest, .weakPassword, "The password is empty") }

        let hash = try await call.server.logins.register(call.peer) {
            try await call.server.passwords.hash(password, .registration(call.peer))
        }
        try await call.commit { changes in
            let accounts = AccountsTable(changes.database)
            guard try !accounts.exists(user) else { throw inUse }
            try accounts.insert(user, password: hash, displayName: UserID(user)?.localpart)
        }
        let json: JSONValue = ["user_id": .string(user), "home_server": .string(call.server.configuration.serverName)]
        if call.body["inhibit_login"]?.bool == true { return json }
        return try await LoginEndpoint.open(user, call, base: json)
    }

    private static let inUse = EndpointError(.badRequest, .userInUse, "This name is taken")

    private static func identifier(_ name: String, _ call: Call) throws -> String {
        let user = call.server.userID(localpart: name)
        guard UserID.isAllowedForNewAccount(localpart: name), UserID(user) != nil else {
            throw EndpointError(.badRequest, .invalidUsername, "A name has a-z, 0-9 and . _ = - / + only")
        }
        return user
    }

    private static func authenticate(_ call: Call) async throws {
        guard case .token(let token) = call.server.configuration.registration else {
            let stage = AuthenticationStage("m.login.dummy", in: call)
            guard stage.isGiven else { throw stage.asked }
            return
        }
        let stage = AuthenticationStage("m.login.registration_token", in: call)
        guard stage.isGiven else { throw stage.asked }
        let isRight = try await call.server.logins.check(.registration(call.peer)) {
            stage.given?["token"]?.string.map(AccessToken.hash) == AccessToken.hash(token)
        }
        guard isRight else { throw stage.refused("This registration token is not valid") }
    }
}
