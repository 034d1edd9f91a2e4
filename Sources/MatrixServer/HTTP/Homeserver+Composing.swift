import GRDB
import MatrixAPI

extension Homeserver {
    /// Bytes of an answer that is composed without waiting for a turn.
    private static let shortAnswer = 1 << 20

    /// Composes an answer in one read of the database.
    ///
    /// An answer that proves to be long is begun again when it is its turn (``longAnswers``).
    ///
    /// - Parameters:
    ///   - isLong: that it may well be long, so that it waits for its turn at once.
    ///   - work: writes the answer; it may run twice.
    func compose<Value: Sendable>(
        for user: String, isLong: Bool = false,
        _ work: @escaping @Sendable (Database, AnswerText) throws -> Value
    ) async throws -> (value: Value, answer: ComposedAnswer) {
        let answers = answers
        let compose: @Sendable (Database, Int) throws -> (value: Value, answer: ComposedAnswer) = { database, longest in
            let text = AnswerText(answers, for: user, longest: longest)
            let value = try work(database, text)
            return (value, try text.finish())
        }
        if !isLong {
            do {
                return try await read(for: user) { try compose($0, Self.shortAnswer) }
            } catch is AnswerText.TooLong {}
        }
        // A client that closed its side after asking may still read, so that it is answered as well. These turns have readers of
        // their own: who has one waits for nobody.
        return try await longAnswers.run(for: user) { try await pool.read { try compose($0, .max) } }
    }

    /// As above, of a JSON value that is at most a few pages long.
    func compose(
        for user: String, _ work: @escaping @Sendable (Database) throws -> JSONValue
    ) async throws -> ComposedAnswer {
        try await compose(for: user) { database, text in try text.append(try work(database)) }.answer
    }
}
