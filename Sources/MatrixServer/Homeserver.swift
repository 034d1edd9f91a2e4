import GRDB
import Logging

/// The components that endpoints use, created once for a server. It is a class, since each request and each waiting
/// poll refers to it.
final class Homeserver: Sendable {
    let configuration: ServerConfiguration
    let logger: Logger
    let pool: DatabasePool
    let commits: CommitQueue
    let media: MediaStore
    let words: WordIndex
    let notifier: SyncNotifier
    let tokens = TokenRegistry()
    let typing = TypingUsers()
    let memory = SyncCaches()
    let passwords: PasswordQueue
    let logins: LoginLimiter
    let writes: WriteLimiter
    let claims: KeyClaims
    let disk: FreeDiskSpace
    let knownPeers = KnownPeers()
    let lastSeen = LastSeen()
    let sessions = StreamRegistry()
    let answers: ResponseBudget
    /// Limits the long responses that are composed at a time. Short responses and changes are not limited by it.
    let longAnswers: AccountConcurrencyLimiter
    /// Limits the long bodies that are parsed at a time to one for each account.
    let longBodies = AccountConcurrencyLimiter(atATime: .max)
    let reads: AccountConcurrencyLimiter
    let searches: AccountConcurrencyLimiter
    let bodies: BodyBudget

    init(_ database: ServerDatabase, configuration: ServerConfiguration, logger: Logger) throws {
        self.configuration = configuration
        self.logger = logger
        pool = database.pool
        notifier = SyncNotifier()
        words = WordIndex(
            pool, directory: configuration.dataDirectory, readTime: configuration.limits.readTime, logger: logger)
        commits = CommitQueue(
            pool: pool, checkpointer: database.checkpointer, notifier: notifier, words: words, logger: logger)
        media = try MediaStore(configuration, pool, commits, notifier, logger)
        bodies = BodyBudget(configuration.limits)
        answers = ResponseBudget(configuration.limits, directory: media.incoming)
        longAnswers = AccountConcurrencyLimiter(
            atATime: configuration.limits.longAnswersAtATime, maxWaiting: configuration.limits.longAnswersWaiting)
        // A search may take long, because it first adds new messages to the index.
        searches = AccountConcurrencyLimiter(
            atATime: WordIndex.readers, maxWaiting: configuration.limits.longAnswersWaiting)
        reads = AccountConcurrencyLimiter(
            atATime: ServerDatabase.readers, perAccount: configuration.limits.readsPerAccount)
        logins = LoginLimiter(configuration.limits, notifier)
        writes = WriteLimiter(configuration.limits.writes)
        claims = KeyClaims(configuration.limits)
        disk = FreeDiskSpace(of: configuration.dataDirectory)
        passwords = PasswordQueue(workFactor: configuration.scryptWorkFactor)
        let (all, next) = try pool.read { database in
            (try DevicesTable(database).allTokens(), try RefreshTokensTable(database).allNext())
        }
        tokens.load(all, next: next)
    }

    func userID(localpart: String) -> String { "@\(localpart):\(configuration.serverName)" }
}

extension Homeserver {
    /// Wakes the users who have to learn that the user's devices or keys changed. They are looked up outside the
    /// writer, since they may be many.
    func wakePeers(of user: String) async throws {
        notifier.wake(try await read(for: user) { try MembershipsTable($0).peers(of: user) })
    }

    /// Deletes the messages that a device has received, as its token confirms. A token from data that was lost
    /// confirms nothing about present messages.
    func forgetTaken(by device: Caller, upTo token: SyncToken?) async throws {
        guard let token, token.deviceMessages > 0 else { return }
        let end = token.deviceMessages
        let areThere = try await read(for: device.userID) { database in
            guard try DeviceMessagesTable(database).has(for: device, upTo: end) else { return false }
            return try !token.isAhead(of: SyncToken.latest(in: database, typing: 0))
        }
        guard areThere else { return }
        let share = PendingChange.Share(user: device.userID, weight: 0)
        try await commits.commit(share: share) { try DeviceMessagesTable($0.database).delete(for: device, upTo: end) }
    }

    /// Counts a write against the rates of an account. The parameters are those of
    /// ``Call/countWrite(_:count:bytes:needsDisk:)``.
    ///
    /// - Throws: 429 if the account wrote too much lately, 507 if the disk is full.
    func countWrite(
        _ kind: WriteRates.Kind, count: Int = 1, bytes: Int = 0, needsDisk: Bool = true, of user: String
    ) throws {
        if needsDisk, kind != .typing { try checkDisk() }
        try writes.consume(kind, count: count, bytes: bytes, of: user)
    }

    /// - Throws: 507 if the disk is full.
    func checkDisk() throws { try disk.check(leaving: configuration.limits.diskReserve) }

    /// Reads the database when it is the account's turn. Work that runs in a turn must not wait for another turn, or
    /// both could wait forever.
    ///
    /// - Parameter reader: The account, or else the address, for which it is read.
    func read<Value: Sendable>(
        for reader: String, _ value: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        let limit = configuration.limits.readTime
        return try await reads.run(for: reader) {
            try await pool.read { try $0.withProcessorTime(limit, value) }
        }
    }
}
