import Synchronization

/// The executed statements, in order, each on a line and without its values.
final class StatementLog: Sendable {
    private let statements = Mutex<[String]>([])

    var all: [String] { statements.withLock { $0 } }

    func add(_ statement: String) {
        let line = statement.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        statements.withLock { $0.append(line) }
    }
}
