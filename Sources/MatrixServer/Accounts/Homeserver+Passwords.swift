extension Homeserver {
    /// Whether the password is correct for the attempted account. A wrong password counts against the attempt, and
    /// its response is delayed.
    func accepts(_ password: String, _ attempt: LoginTry) async throws -> Bool {
        try await logins.check(attempt) {
            let stored = try await read(for: "\(attempt.peer)") { try AccountsTable($0).password(of: attempt.account) }
            return try await passwords.matches(password, stored, attempt)
        }
    }
}
