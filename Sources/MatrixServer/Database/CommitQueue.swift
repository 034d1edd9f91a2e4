import Checkpoints
import GRDB
import Logging
import Synchronization

/// Commits changes in groups: all changes that arrive during a commit go into the next one. Callers share the disk's
/// latency and no timer is needed.
///
/// ## Problem
///
/// SQLite has one writer, and a durable commit waits for the disk. With a commit for each request, a hundred requests
/// would wait a hundred times. A response must not precede its commit, because the client relies on it.
///
/// ## Parts
///
/// - A caller waits in ``commit(undoing:share:_:)`` with a ``PendingChange``. The first one starts the loop, so a
///   request alone is committed at once.
/// - The loop takes a group, runs it in one transaction, wakes the listeners of ``SyncNotifier``, and answers.
/// - Each account has a limited share of a group, so that others don't wait for everything that it sends at once.
/// - ``Changes`` is the context of a group: the database, the users to wake, and the rooms in the writer's cache.
///   ``WriterCache`` passes that cache to the next group.
/// - ``JoinedUsers`` caches the members to wake. Unknown ones are read outside the writer.
///
/// A change may run twice: a change with ``PendingChange/UndoMode/refusesFirst`` may write before it refuses. Then the
/// group is rolled back and runs again with savepoints. A change should therefore touch nothing but its ``Changes``.
/// Its cost is bounded by its request, because all others wait for it.
///
/// ## Invariants
///
/// - An answered change survives: `KilledServerTests.acceptedLinesSurviveServerKillAndClientsReconnect`.
/// - A refused change takes no other with it: `SharedCommitTests.refusedChangeRollsBackOnlyItself`.
///   Only an error of SQLite, such as a full disk, fails the whole group.
/// - A change sees the earlier ones of its group, also through the caches:
///   `SharedCommitTests.powerLevelsOfAnEarlierChangeApplyInTheSameCommit`.
/// - A failed commit leaves nothing in the caches: `SharedCommitTests.failedCommitLeavesCachesUnchanged`,
///   `JoinedUsersTests.resultReadBeforeAChangeIsNotCached`.
/// - Changes of an account keep their order, and leave room for others:
///   `FairTurnTests.largeChangesOfOneAccountYieldToOthers`.
/// - The cost of a change doesn't grow with its room: `WriterWorkTests.messageCostDoesNotDependOnRoomSize`.
///
/// ## After a crash
///
/// - Before the commit: nothing of the group is on disk, and no caller got a response. Clients send again.
/// - After the commit, before the response: the event is stored with its transaction identifier (``SentTransaction``).
///   A retry gets the same event for 24 hours: `ConversationTests.transactionIDMakesOneEventEvenAfterARestart`.
/// - After the commit, before the listeners are woken: they end with the process. Their next sync reads from its
///   token.
///
/// A client that disconnects doesn't cancel its change.
///
/// ## Why nothing simpler
///
/// A timer that collects changes would delay a request that is alone. `synchronous = NORMAL` makes commits cheap, but
/// loses answered messages in a power failure. A transaction for each change would need a disk write for each.
actor CommitQueue {
    /// The maximum weight of one account's changes in a group; a single change may weigh more.
    private static let weightOfAccount = 64 << 10
    /// The minimum weight of a change.
    private static let leastWeight = 1 << 10

    private let pool: DatabasePool
    private let checkpointer: Checkpointer
    private let notifier: SyncNotifier
    private let words: WordIndex
    private let logger: Logger
    private let memory = WriterCache()
    private var waiting: [PendingChange] = []
    private var isCommitting = false
    private var joined = JoinedUsers()
    private var roomsToWake: Set<String> = []
    private var isWaking = false

    init(
        pool: DatabasePool, checkpointer: Checkpointer, notifier: SyncNotifier, words: WordIndex, logger: Logger
    ) {
        self.pool = pool
        self.checkpointer = checkpointer
        self.notifier = notifier
        self.words = words
        self.logger = logger
    }

    /// The number of changes that wait for the commit after the running one.
    var waitingCount: Int { waiting.count }

    /// Runs `change` and returns after the commit. If `change` throws, it is undone and the error is rethrown; the
    /// other changes of the group stay.
    ///
    /// - Parameter share: The account and the weight of the change; `nil` for a change of the server itself, which
    ///   waits for one commit at most.
    func commit<Value: Sendable>(
        undoing: PendingChange.UndoMode = .savepoint, share: PendingChange.Share? = nil,
        _ change: @escaping @Sendable (Changes) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            waiting.append(PendingChange(undoing, share, change, continuation))
            guard !isCommitting else { return }
            isCommitting = true
            Task { await commitAll() }
        }
    }

    private func commitAll() async {
        while !waiting.isEmpty {
            let group = takeGroup()
            do {
                let woken = try await run(group)
                checkpointer.copyWhereWorthwhile()
                // Listeners are woken first: their read starts while the responses are written.
                notifier.wake(woken.users)
                joined.forget(woken.changedRooms)
                wakeMembers(of: woken.rooms)
                for change in group { change.answer() }
                if !woken.rooms.isEmpty { words.noteCommit() }
            } catch {
                logger.error("A commit failed", metadata: ["error": "\(LogText.of(error))"])
                for change in group { change.fail(error) }
            }
        }
        isCommitting = false
    }

    /// Removes and returns the next group. The changes of an account keep their order.
    private func takeGroup() -> [PendingChange] {
        var (group, rest): ([PendingChange], [PendingChange]) = ([], [])
        var weights: [String: Int] = [:]
        for change in waiting {
            if let share = change.share {
                let before = weights[share.user]
                let weight = (before ?? 0) + max(share.weight, Self.leastWeight)
                guard before == nil || weight <= Self.weightOfAccount else {
                    // The account's later changes wait as well.
                    weights[share.user] = Self.weightOfAccount
                    rest.append(change)
                    continue
                }
                weights[share.user] = weight
            }
            group.append(change)
        }
        waiting = rest
        return group
    }

    private func run(_ group: [PendingChange]) async throws -> NotifiedUsers {
        do {
            return try await run(group, alwaysSaves: false)
        } catch is PendingChange.WroteFirst {
            return try await run(group, alwaysSaves: true)
        }
    }

    private func run(_ group: [PendingChange], alwaysSaves: Bool) async throws -> NotifiedUsers {
        let memory = memory
        let (woken, known) = try await pool.write { database in
            let changes = Changes(database: database, known: memory.checkOut())
            for change in group { try change.run(changes, alwaysSaves: alwaysSaves) }
            return (changes.woken, changes.known)
        }
        memory.checkIn(known)
        return woken
    }

    /// Wakes the members of rooms. Uncached members are read outside the writer, since a room may have thousands.
    private func wakeMembers(of rooms: Set<String>) {
        var users: Set<String> = []
        for room in rooms {
            if let members = joined[room] { users.formUnion(members) } else { roomsToWake.insert(room) }
        }
        notifier.wake(users)
        guard !isWaking, !roomsToWake.isEmpty else { return }
        isWaking = true
        Task { await wakeAll() }
    }

    private func wakeAll() async {
        while !roomsToWake.isEmpty {
            let rooms = roomsToWake
            roomsToWake = []
            let generation = joined.generation
            do {
                let members = try await pool.read { database in
                    try rooms.map { ($0, try MembershipsTable(database).users(in: $0, .join)) }
                }
                for (room, users) in members { joined.put(users, for: room, asOf: generation) }
                notifier.wake(Set(members.flatMap(\.1)))
            } catch {
                logger.error("Who is in a room can't be read", metadata: ["error": "\(LogText.of(error))"])
                notifier.wakeAll()
            }
        }
        isWaking = false
    }
}

/// A cache of the joined users of the rooms that were last written to. It is used to wake them after each commit.
struct JoinedUsers {
    /// The maximum number of members in all rooms together.
    private static let most = 50_000
    private var rooms: [String: [String]] = [:]
    private var count = 0
    /// The generation, which grows whenever a room is removed. A list that was read in an earlier generation may be
    /// outdated.
    private(set) var generation = 0

    subscript(room: String) -> [String]? { rooms[room] }

    mutating func forget(_ changed: Set<String>) {
        guard !changed.isEmpty else { return }
        generation += 1
        for room in changed { count -= rooms.removeValue(forKey: room)?.count ?? 0 }
    }

    /// - Parameter asOf: The ``generation`` before the users were read.
    mutating func put(_ users: [String], for room: String, asOf: Int) {
        guard asOf == generation, users.count <= JoinedUsers.most else { return }
        count += users.count - (rooms.updateValue(users, forKey: room)?.count ?? 0)
        guard count > JoinedUsers.most else { return }
        rooms = [room: users]
        count = users.count
    }
}

/// Passes the writer's cache from one group of changes to the next. A group that fails passes nothing on.
final class WriterCache: Sendable {
    private let known = Mutex(RoomCache())

    /// Takes the cache for exclusive use. Later calls return an empty one until it is put back.
    func checkOut() -> RoomCache {
        known.withLock { known in
            let taken = known
            known = RoomCache()
            return taken
        }
    }

    /// - Parameter rooms: The cache after a commit.
    func checkIn(_ rooms: RoomCache) { known.withLock { $0 = rooms } }
}
