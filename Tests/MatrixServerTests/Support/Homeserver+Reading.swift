import GRDB

@testable import MatrixServer

extension Homeserver {
    /// Reads the database on behalf of no account.
    func read<Value: Sendable>(_ value: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await pool.read(value)
    }
}
