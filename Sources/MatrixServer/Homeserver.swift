import GRDB
import Logging

/// The parts that endpoints work with, made once a server. A class, since each request and each waiting poll has it.
final class Homeserver: Sendable {
    let configuration: ServerConfiguration
    let logger: Logger
    let pool: DatabasePool
    let commits: CommitQueue
    let media: MediaStore
    let words: WordIndex
    let notifier: SyncNotifier
    let tokens = TokenRegistry()
    let typing = TypingBoard()
    let memory = SyncMemory()
    let passwords: PasswordQueue
    let logins: LoginLimiter
    let writes: WriteLimiter
    let claims: KeyClaims
    let disk: DiskRoom
    let knownPeers = KnownPeers()
    let lastSeen = LastSeen()
    let sessions = StreamRegistry()
    let answers: AnswerBudget
    /// The turns at answers that take long to compose. Short answers and changes need none.
    let longAnswers: AccountTurns
    /// The turns at parsing bodies that are long: one of each account.
    let longBodies = AccountTurns(atATime: .max)
    let reads: AccountTurns
    let searches: AccountTurns
    let bodies: BodyBudget

    init(_ database: ServerDatabase, configuration: ServerConfiguration, logger: Logger) throws {
        self.configuration = configuration
        self.logger = logger
        pool = database.pool
        notifier = SyncNotifier()
        words = WordIndex(pool, directory: configuration.dataDirectory, logger: logger)
        commits = CommitQueue(
            pool: pool, checkpointer: database.checkpointer, notifier: notifier, words: words, logger: logger)
        media = try MediaStore(configuration, pool, commits, notifier, logger)
        bodies = BodyBudget(configuration.limits)
        answers = AnswerBudget(configuration.limits, directory: media.incoming)
        longAnswers = AccountTurns(
            atATime: configuration.limits.longAnswersAtATime, mostWaiting: configuration.limits.longAnswersWaiting)
        // A search takes what is new into the index first.
        searches = AccountTurns(atATime: WordIndex.readers, mostWaiting: configuration.limits.longAnswersWaiting)
        reads = AccountTurns(atATime: ServerDatabase.readers, perAccount: configuration.limits.readsPerAccount)
        logins = LoginLimiter(configuration.limits, notifier)
        writes = WriteLimiter(configuration.limits.writes)
        claims = KeyClaims(configuration.limits)
        disk = DiskRoom(of: configuration.dataDirectory)
        passwords = PasswordQueue(workFactor: configuration.scryptWorkFactor)
        let (all, next) = try pool.read { database in
            (try DevicesTable(database).allTokens(), try RefreshTokensTable(database).allNext())
        }
        tokens.load(all, next: next)
    }

    func userID(localpart: String) -> String { "@\(localpart):\(configuration.serverName)" }
}

extension Homeserver {
    /// Wakes all who are to hear that the user's devices or their keys are others than before. It is looked up beside the writer: they
    /// may be many.
    func wakePeers(of user: String) async throws {
        notifier.wake(try await read(for: user) { try MembershipsTable($0).peers(of: user) })
    }

    /// Gives up the messages to a device that it has: its token says so. One from data that are lost says nothing of those that
    /// are here.
    func forgetTaken(by device: Caller, upTo token: SyncToken?) async throws {
        guard let token, token.deviceMessages > 0 else { return }
        let end = token.deviceMessages
        let areThere = try await read(for: device.userID) { database in
            guard try DeviceMessagesTable(database).has(for: device, upTo: end) else { return false }
            return try !token.isAhead(of: SyncToken.latest(in: database, typing: 0))
        }
        guard areThere else { return }
        try await commits.commit { try DeviceMessagesTable($0.database).delete(for: device, upTo: end) }
    }

    /// Reads the database when it is the account's turn.
    ///
    /// - Parameter reader: the account, or else the address, for which it is read. Nothing that runs in a turn waits for another.
    func read<Value: Sendable>(
        for reader: String, _ value: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await reads.run(for: reader) { try await pool.read(value) }
    }
}
