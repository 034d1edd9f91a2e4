import GRDB
import HTTPTypes
import MatrixAPI

/// `register` (client-server API, "Account registration").
enum RegisterEndpoint {
    @Sendable static func available(_ call: Call) async throws -> JSONValue {
        guard let name = call.target["username"] else { throw Refusal.missing("username") }
        let user = try identifier(name, call)
        guard try await !call.server.read({ try AccountsTable($0).exists(user) }) else { throw inUse }
        return ["available": true]
    }

    @Sendable static func post(_ call: Call) async throws -> JSONValue {
        guard call.target["kind"] ?? "user" == "user" else {
            throw Refusal.forbidden("Guests have no access here")
        }
        if case .closed = call.server.configuration.registration {
            throw Refusal.forbidden("Registration is closed on this server")
        }
        let name = try call.optionalString("username")
        // The name is looked at before the authentication, so that a person need not do that twice.
        let user = try identifier(name ?? "user\(UInt32.random(in: 100_000 ... .max))", call)
        guard try await !call.server.read({ try AccountsTable($0).exists(user) }) else { throw inUse }
        try await authenticate(call)
        let password = try call.required("password")
        guard !password.isEmpty else { throw Refusal(.badRequest, .weakPassword, "The password is empty") }

        let hash = try await call.server.logins.register(call.peer) {
            try await call.server.passwords.hash(password, .registration(call.peer))
        }
        try await call.server.commits.commit { changes in
            let accounts = AccountsTable(changes.database)
            guard try !accounts.exists(user) else { throw inUse }
            try accounts.insert(user, password: hash, displayName: UserID(user)?.localpart)
        }
        let json: JSONValue = ["user_id": .string(user), "home_server": .string(call.server.configuration.serverName)]
        if call.body["inhibit_login"]?.bool == true { return json }
        return try await LoginEndpoint.open(user, call, base: json)
    }

    private static let inUse = Refusal(.badRequest, .userInUse, "This name is taken")

    private static func identifier(_ name: String, _ call: Call) throws -> String {
        let user = call.server.userID(localpart: name)
        guard UserID.isAllowedForNewAccount(localpart: name), UserID(user) != nil else {
            throw Refusal(.badRequest, .invalidUsername, "A name has a-z, 0-9 and . _ = - / + only")
        }
        return user
    }

    /// One stage, so that no session has to be remembered (client-server API, "User-interactive API").
    private static func authenticate(_ call: Call) async throws {
        let stage: String
        var token: String?
        switch call.server.configuration.registration {
        case .token(let expected): (stage, token) = ("m.login.registration_token", expected)
        case .open, .closed: stage = "m.login.dummy"
        }
        let given = call.body["auth"]
        let asked: JSONValue = [
            "flows": [["stages": [.string(stage)]]], "params": [:], "completed": [],
            "session": .string(given?["session"]?.string ?? Base64.urlSafe((0..<12).map { _ in .random(in: 0...255) })),
        ]
        guard given?["type"]?.string == stage else { throw Refusal(.unauthorized, body: asked) }
        guard let token else { return }
        let isRight = try await call.server.logins.check(.registration(call.peer)) {
            given?["token"]?.string.map(AccessToken.hash) == AccessToken.hash(token)
        }
        guard isRight else {
            let error = MatrixError(.forbidden, "This registration token is not valid", details: asked.object ?? [:])
            throw Refusal(.unauthorized, body: error.json)
        }
    }
}
