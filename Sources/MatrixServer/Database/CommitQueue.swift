import GRDB
import Logging

/// Commits changes in groups: whatever arrived during one commit goes into the next, so that callers share the disk's
/// wait and no timer is needed.
actor CommitQueue {
    private let pool: DatabasePool
    private let notifier: SyncNotifier
    private let logger: Logger
    private var waiting: [PendingChange] = []
    private var isCommitting = false
    private var roomsToWake: Set<String> = []
    private var isWaking = false

    init(pool: DatabasePool, notifier: SyncNotifier, logger: Logger) {
        self.pool = pool
        self.notifier = notifier
        self.logger = logger
    }

    /// Runs `change` in a savepoint of its own and answers after the commit. What `change` throws is undone and thrown on;
    /// the changes beside it stay.
    func commit<Value: Sendable>(_ change: @escaping @Sendable (Changes) throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            waiting.append(PendingChange(change, continuation))
            guard !isCommitting else { return }
            isCommitting = true
            Task { await commitAll() }
        }
    }

    private func commitAll() async {
        while !waiting.isEmpty {
            let group = waiting
            waiting = []
            do {
                let woken = try await pool.write { database in
                    var woken = Woken()
                    for change in group { woken.formUnion(try change.run(database)) }
                    return woken
                }
                // Listeners are woken first: their read starts while the answers are written.
                notifier.wake(woken.users)
                wakeMembers(of: woken.rooms)
                for change in group { change.answer() }
            } catch {
                logger.error("A commit failed", metadata: ["error": "\(LogText.of(error))"])
                for change in group { change.fail(error) }
            }
        }
        isCommitting = false
    }

    /// Beside the writer: a room may have thousands of members.
    private func wakeMembers(of rooms: Set<String>) {
        roomsToWake.formUnion(rooms)
        guard !isWaking, !roomsToWake.isEmpty else { return }
        isWaking = true
        Task { await wakeAll() }
    }

    private func wakeAll() async {
        while !roomsToWake.isEmpty {
            let rooms = roomsToWake
            roomsToWake = []
            do {
                let users = try await pool.read { database in
                    try rooms.map { try MembershipsTable(database).users(in: $0, .join) }
                }
                notifier.wake(Set(users.joined()))
            } catch {
                logger.error("Who is in a room can't be read", metadata: ["error": "\(LogText.of(error))"])
                notifier.wakeAll()
            }
        }
        isWaking = false
    }
}
