extension Homeserver {
    /// Whether the password is that of the account that is tried. A wrong one counts against who tried it, and its answer is held back.
    func accepts(_ password: String, _ attempt: LoginTry) async throws -> Bool {
        try await logins.check(attempt) {
            let stored = try await read(for: "\(attempt.peer)") { try AccountsTable($0).password(of: attempt.account) }
            return try await passwords.matches(password, stored, attempt)
        }
    }
}
