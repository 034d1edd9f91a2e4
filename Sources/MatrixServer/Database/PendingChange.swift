import GRDB
import Synchronization

/// One caller's change on its way through a grouped commit.
final class PendingChange: Sendable {
    /// How a change that refuses leaves no trace in the database.
    enum Undoing: Sendable {
        /// It runs in a savepoint of its own.
        case savepoint
        /// It refuses before it writes, and a savepoint would be a fourth of what it costs. Where it did write, the whole group is
        /// undone and run again, each change in a savepoint.
        case refusesFirst
    }

    /// For whom a change is made, and how much it is.
    struct Share: Sendable {
        let user: String
        /// In bytes, or as many bytes as cost as much.
        let weight: Int
    }

    /// A change without a savepoint wrote before it refused.
    struct WroteFirst: Error {}

    /// `nil` for a change of the server's own.
    let share: Share?
    private let perform: @Sendable (Changes) throws -> @Sendable () -> Void
    private let refuse: @Sendable (any Error) -> Void
    private let undoing: Undoing
    private let outcome = Mutex<(@Sendable () -> Void)?>(nil)

    init<Value: Sendable>(
        _ undoing: Undoing, _ share: Share?, _ change: @escaping @Sendable (Changes) throws -> Value,
        _ continuation: CheckedContinuation<Value, any Error>
    ) {
        self.share = share
        perform = { changes in
            let value = try change(changes)
            return { continuation.resume(returning: value) }
        }
        refuse = { continuation.resume(throwing: $0) }
        self.undoing = undoing
    }

    /// - Parameter alwaysSaves: in a savepoint, whatever the change says of itself.
    /// - Throws: only what makes the whole group fail, such as a full disk, or ``WroteFirst``.
    func run(_ changes: Changes, alwaysSaves: Bool) throws {
        let written = changes.database.totalChangesCount
        let isSaved = alwaysSaves || undoing == .savepoint
        do {
            try changes.attempt {
                var done: (@Sendable () -> Void)?
                if isSaved {
                    try changes.database.inSavepoint {
                        done = try perform(changes)
                        return .commit
                    }
                } else {
                    done = try perform(changes)
                }
                outcome.withLock { $0 = done }
            }
        } catch let error as DatabaseError {
            throw error
        } catch {
            if !isSaved, changes.database.totalChangesCount != written { throw WroteFirst() }
            let refuse = refuse
            outcome.withLock { $0 = { refuse(error) } }
        }
    }

    func answer() { outcome.withLock { $0 }?() }

    func fail(_ error: any Error) { refuse(error) }
}
