import GRDB
import Logging

/// The parts that endpoints work with, made once a server.
struct Homeserver: Sendable {
    let configuration: ServerConfiguration
    let logger: Logger
    let pool: DatabasePool
    let commits: CommitQueue
    let notifier: Notifier
    let tokens = TokenRegistry()
    let typing = TypingBoard()
    let passwords: PasswordQueue
    let logins = LoginLimiter()
    let sessions = StreamRegistry()
    let baseURL = BaseURL()

    init(_ database: ServerDatabase, configuration: ServerConfiguration, logger: Logger) throws {
        self.configuration = configuration
        self.logger = logger
        pool = database.pool
        notifier = Notifier()
        commits = CommitQueue(pool: pool, notifier: notifier, logger: logger)
        passwords = PasswordQueue(workFactor: configuration.scryptWorkFactor)
        tokens.load(try pool.read { try DevicesTable($0).allTokens() })
    }

    func userID(localpart: String) -> String { "@\(localpart):\(configuration.serverName)" }
}

extension Homeserver {
    /// Gives a device its token; an earlier token of the same device ends.
    func openSession(_ caller: Caller, displayName: String?) async throws -> String {
        let token = AccessToken.make()
        let hash = AccessToken.hash(token)
        try await commits.commit { changes in
            try DevicesTable(changes.database).put(caller, displayName: displayName, tokenHash: hash)
        }
        tokens.insert(hash, caller)
        sessions.close(caller)
        return token
    }

    func closeSession(_ caller: Caller) async throws {
        try await commits.commit { try DevicesTable($0.database).delete(caller) }
        tokens.remove(caller)
        sessions.close(caller)
        notifier.wake([caller.userID])
    }

    func closeAllSessions(of user: String) async throws {
        try await commits.commit { try DevicesTable($0.database).deleteAll(of: user) }
        tokens.removeAll(of: user)
        sessions.closeAll(of: user)
        notifier.wake([user])
    }

    func read<Value: Sendable>(_ value: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await pool.read(value)
    }
}
