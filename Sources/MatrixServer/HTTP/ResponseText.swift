import GRDB
import MatrixAPI
import NIOCore

/// The text of a response while it is composed in parts.
///
/// A response has no fixed size: a first sync, the state of a room or a backup may have hundreds of megabytes. So it
/// is held in memory up to a limit, and beyond that in an unnamed file. The file is sent as the client reads.
/// Memory is then bounded by the largest part and not by the response, and the files by ``ResponseBudget``.
final class ResponseText {
    /// Thrown if a response is too long to be composed without waiting for a turn.
    struct TooLong: Error {}

    private let budget: ResponseBudget
    private let user: String
    private let longest: Int
    private var buffer = ByteBuffer()
    private var file: ResponseFile?
    /// The bytes so far.
    private(set) var count = 0

    /// - Parameter longest: The maximum in bytes; beyond it composing ends with ``TooLong``.
    init(_ budget: ResponseBudget, for user: String, longest: Int = .max) {
        self.budget = budget
        self.user = user
        self.longest = longest
    }

    /// - Throws: ``TooLong``, an ``EndpointError`` if too much waits already, or an error of the disk.
    func append(_ text: some Collection<UInt8>) throws {
        count += text.count
        guard count <= longest else { throw TooLong() }
        buffer.writeBytes(text)
        if buffer.readableBytes > budget.maxInMemory { try spill() }
    }

    func append(literal text: StaticString) throws {
        try append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    func append(_ value: JSONValue) throws { try append(value.serialized) }

    /// Ends the text. Nothing may be appended after this.
    func finish() throws -> ComposedResponse {
        if file == nil, budget.holdInMemory(buffer.readableBytes) {
            return ComposedResponse(buffer, budget)
        }
        try spill()
        guard let file else { return ComposedResponse(buffer, budget) }
        return ComposedResponse(file)
    }

    private func spill() throws {
        let file = try file ?? ResponseFile(budget, for: user)
        self.file = file
        try file.append(buffer)
        buffer.clear()
    }
}

/// A complete response that waits to be sent: its bytes in memory, or a file. It counts against ``ResponseBudget``
/// until it is released.
final class ComposedResponse: Sendable {
    enum Content: Sendable {
        case bytes(ByteBuffer)
        case file(ResponseFile)
    }

    let content: Content
    private let budget: ResponseBudget?

    /// - Parameter budget: The budget that `bytes` are counted against.
    init(_ bytes: ByteBuffer, _ budget: ResponseBudget) {
        content = .bytes(bytes)
        self.budget = budget
    }

    init(_ file: ResponseFile) {
        content = .file(file)
        budget = nil
    }

    deinit {
        if case .bytes(let bytes) = content { budget?.release(inMemory: bytes.readableBytes) }
    }

    /// The length in bytes.
    var length: Int64 {
        switch content {
        case .bytes(let bytes): Int64(bytes.readableBytes)
        case .file(let file): file.length
        }
    }
}

extension Homeserver {
    /// The maximum in bytes of a response that is composed without waiting for a turn (``Homeserver/longAnswers``).
    private static let shortAnswer = 1 << 20

    /// Composes a response in a single read of the database.
    ///
    /// If it turns out to be long, it is composed again from the start when it is its turn
    /// (``Homeserver/longAnswers``).
    ///
    /// - Parameters:
    ///   - isLong: Whether the response is likely to be long, so that it waits for its turn at once.
    ///   - work: Writes the response; it may run twice.
    func compose<Value: Sendable>(
        for user: String, isLong: Bool = false,
        _ work: @escaping @Sendable (Database, ResponseText) throws -> Value
    ) async throws -> (value: Value, answer: ComposedResponse) {
        let answers = answers
        let compose: @Sendable (Database, Int) throws -> (value: Value, answer: ComposedResponse) = {
            database, longest in
            let text = ResponseText(answers, for: user, longest: longest)
            let value = try work(database, text)
            return (value, try text.finish())
        }
        if !isLong {
            do {
                return try await read(for: user) { try compose($0, Self.shortAnswer) }
            } catch is ResponseText.TooLong {}
        }
        // A client that closed its sending side after the request may still read, so it gets a response as well. These
        // turns have separate readers, so a turn never waits for another read.
        let limit = configuration.limits.longAnswerTime
        return try await longAnswers.run(for: user) {
            try await pool.read { try $0.withProcessorTime(limit) { try compose($0, .max) } }
        }
    }

    /// Composes a response from a JSON value, in a single read of the database. Use this for short values only.
    func compose(
        for user: String, _ work: @escaping @Sendable (Database) throws -> JSONValue
    ) async throws -> ComposedResponse {
        try await compose(for: user) { database, text in try text.append(try work(database)) }.answer
    }
}
