import MatrixAPI

/// Has whoever asks prove by the password that the account is theirs, and not its token alone (client-server API, "User-Interactive
/// Authentication API").
struct OwnerProof: Sendable {
    let call: Call

    /// - Throws: 401 with what is asked for.
    func check() async throws {
        let user = try call.user
        // NOTSPEC: of an account without a password there is no stage that anybody could pass, and its token is all that its owner has.
        guard try await call.read({ try AccountsTable($0).password(of: user) }) != nil else { return }
        let stage = AuthenticationStage("m.login.password", in: call)
        guard stage.isGiven, let password = stage.given?["password"]?.string else { throw stage.asked }
        guard names(user, in: stage.given) else { throw Refusal.forbidden("This is another account") }
        let attempt = LoginTry(peer: call.peer, account: user, standing: .knownDevice)
        guard try await call.server.accepts(password, attempt) else { throw stage.refused("The password is wrong") }
    }

    /// Who doesn't say whose password it is means their own.
    private func names(_ user: String, in given: JSONValue?) -> Bool {
        guard let name = given?["identifier"]?["user"]?.string ?? given?["user"]?.string else { return true }
        return name == user || call.server.userID(localpart: name.lowercased()) == user
    }
}
