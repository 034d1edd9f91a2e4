import HTTPTypes
import MatrixAPI

/// Has whoever asks prove by the password that the account is theirs, and not its token alone (client-server API, "User-Interactive
/// Authentication API"). One stage, so that no session has to be remembered.
struct OwnerProof: Sendable {
    private static let stage = "m.login.password"

    let call: Call

    /// - Throws: 401 with what is asked for.
    func check() async throws {
        let user = try call.user
        let given = call.body["auth"]
        let asked: JSONValue = [
            "flows": [["stages": [.string(Self.stage)]]], "params": [:], "completed": [],
            "session": .string(given?["session"]?.string ?? Base64.urlSafe((0..<12).map { _ in .random(in: 0...255) })),
        ]
        guard given?["type"]?.string == Self.stage, let password = given?["password"]?.string else {
            throw Refusal(.unauthorized, body: asked)
        }
        guard names(user, in: given) else { throw Refusal.forbidden("This is another account") }
        let attempt = LoginTry(peer: call.peer, account: user, standing: .knownDevice)
        let server = call.server
        let isRight = try await server.logins.check(attempt) {
            let stored = try await server.read { try AccountsTable($0).password(of: user) }
            return try await server.passwords.matches(password, stored, attempt)
        }
        guard isRight else {
            let error = MatrixError(.forbidden, "The password is wrong", details: asked.object ?? [:])
            throw Refusal(.unauthorized, body: error.json)
        }
    }

    /// Who doesn't say whose password it is means their own.
    private func names(_ user: String, in given: JSONValue?) -> Bool {
        guard let name = given?["identifier"]?["user"]?.string ?? given?["user"]?.string else { return true }
        return name == user || call.server.userID(localpart: name.lowercased()) == user
    }
}
