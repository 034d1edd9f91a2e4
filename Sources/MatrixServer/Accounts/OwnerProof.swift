import MatrixAPI

/// Requires the password of the account as proof of ownership, not just its token (client-server API,
/// "User-Interactive Authentication API").
struct OwnerProof: Sendable {
    let call: Call

    /// - Throws: 401 with the required stage.
    func check() async throws {
        let user = try call.user
        // NOTSPEC: an account without a password has no stage that anybody could pass. Its token is its owner's
        // only credential.
        guard try await call.read({ try AccountsTable($0).password(of: user) }) != nil else { return }
        let stage = AuthenticationStage("m.login.password", in: call)
        guard stage.isGiven, let password = stage.given?["password"]?.string else { throw stage.asked }
        guard names(user, in: stage.given) else { throw Refusal.forbidden("This is another account") }
        let attempt = LoginTry(peer: call.peer, account: user, standing: .knownDevice)
        guard try await call.server.accepts(password, attempt) else { throw stage.refused("The password is wrong") }
    }

    /// Whether the given user is this one. A request without a user means its own account.
    private func names(_ user: String, in given: JSONValue?) -> Bool {
        guard let name = given?["identifier"]?["user"]?.string ?? given?["user"]?.string else { return true }
        return name == user || call.server.userID(localpart: name.lowercased()) == user
    }
}
