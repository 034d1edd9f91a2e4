import GRDB
import MatrixAPI

extension Homeserver {
    /// The maximum in bytes of an answer that is composed without waiting for a turn.
    private static let shortAnswer = 1 << 20

    /// Composes an answer in a single read of the database.
    ///
    /// An answer that proves to be long is started again when it is its turn (``longAnswers``).
    ///
    /// - Parameters:
    ///   - isLong: Whether the answer is likely to be long, so that it waits for its turn at once.
    ///   - work: Writes the answer; it may run twice.
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
        // A client that closed its sending side after the request may still read, so it is answered as well. These
        // turns have separate readers, so a turn never waits for another read.
        return try await longAnswers.run(for: user) { try await pool.read { try compose($0, .max) } }
    }

    /// Works as above, for a JSON value that is at most a few pages long.
    func compose(
        for user: String, _ work: @escaping @Sendable (Database) throws -> JSONValue
    ) async throws -> ComposedAnswer {
        try await compose(for: user) { database, text in try text.append(try work(database)) }.answer
    }
}
