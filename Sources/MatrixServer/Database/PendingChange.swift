import GRDB
import Synchronization

/// One caller's change on its way through a grouped commit.
final class PendingChange: Sendable {
    private let perform: @Sendable (Changes) throws -> @Sendable () -> Void
    private let refuse: @Sendable (any Error) -> Void
    private let outcome = Mutex<(@Sendable () -> Void)?>(nil)

    init<Value: Sendable>(
        _ change: @escaping @Sendable (Changes) throws -> Value, _ continuation: CheckedContinuation<Value, any Error>
    ) {
        perform = { changes in
            let value = try change(changes)
            return { continuation.resume(returning: value) }
        }
        refuse = { continuation.resume(throwing: $0) }
    }

    /// - Returns: whose sync the change concerns; nobody's where it was refused.
    /// - Throws: only what makes the whole group fail, such as a full disk.
    func run(_ database: Database) throws -> Woken {
        let changes = Changes(database: database)
        do {
            var done: (@Sendable () -> Void)?
            try database.inSavepoint {
                done = try perform(changes)
                return .commit
            }
            outcome.withLock { $0 = done }
            return changes.woken
        } catch let error as DatabaseError {
            throw error
        } catch {
            let refuse = refuse
            outcome.withLock { $0 = { refuse(error) } }
            return Woken()
        }
    }

    func answer() { outcome.withLock { $0 }?() }

    func fail(_ error: any Error) { refuse(error) }
}
