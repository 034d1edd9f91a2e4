import GRDB
import Synchronization

/// A caller's change on its way through a grouped commit.
final class PendingChange: Sendable {
    /// The way in which a refused change is undone in the database.
    enum UndoMode: Sendable {
        /// The change runs in its own savepoint.
        case savepoint
        /// The change refuses before it writes, and a savepoint would be a fourth of its cost. If it did write, the
        /// whole group is undone and run again, each change in a savepoint.
        case refusesFirst
    }

    /// The account for which a change is made, and the weight of the change.
    struct Share: Sendable {
        let user: String
        /// The weight in bytes, or in as many bytes as cost the same.
        let weight: Int
    }

    /// Thrown if a change without a savepoint refused after it had written.
    struct WroteFirst: Error {}

    /// `nil` for a change of the server itself.
    let share: Share?
    private let perform: @Sendable (Changes) throws -> @Sendable () -> Void
    private let refuse: @Sendable (any Error) -> Void
    private let undoing: UndoMode
    private let outcome = Mutex<(@Sendable () -> Void)?>(nil)

    init<Value: Sendable>(
        _ undoing: UndoMode, _ share: Share?, _ change: @escaping @Sendable (Changes) throws -> Value,
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

    /// - Parameter alwaysSaves: Whether to use a savepoint regardless of the change's ``UndoMode``.
    /// - Throws: Only errors that make the whole group fail, such as a full disk, or ``WroteFirst``.
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
