import MatrixAPI
import NIOCore

/// The text of an answer while it is composed in parts.
///
/// An answer has no fixed size: a first sync, the state of a room or a backup may have hundreds of megabytes. So it
/// is held in memory up to a limit, and beyond that in an unnamed file. The file is sent as the client reads.
/// Memory is then bounded by the largest part and not by the answer, and the files by ``AnswerBudget``.
final class AnswerText {
    /// The answer is longer than an attempt without a turn may make it.
    struct TooLong: Error {}

    private let budget: AnswerBudget
    private let user: String
    private let longest: Int
    private var buffer = ByteBuffer()
    private var file: AnswerFile?
    /// The bytes so far.
    private(set) var count = 0

    /// - Parameter longest: The maximum in bytes; beyond it composing ends with ``TooLong``.
    init(_ budget: AnswerBudget, for user: String, longest: Int = .max) {
        self.budget = budget
        self.user = user
        self.longest = longest
    }

    /// - Throws: ``TooLong``, a ``Refusal`` if too much waits already, or an error of the disk.
    func append(_ text: some Collection<UInt8>) throws {
        count += text.count
        guard count <= longest else { throw TooLong() }
        buffer.writeBytes(text)
        if buffer.readableBytes > budget.mostInMemory { try spill() }
    }

    func append(literal text: StaticString) throws {
        try append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    func append(_ value: JSONValue) throws { try append(value.serialized) }

    /// Ends the text. Nothing may be appended after this.
    func finish() throws -> ComposedAnswer {
        if file == nil, budget.holdInMemory(buffer.readableBytes) {
            return ComposedAnswer(buffer, budget)
        }
        try spill()
        guard let file else { return ComposedAnswer(buffer, budget) }
        return ComposedAnswer(file)
    }

    private func spill() throws {
        let file = try file ?? AnswerFile(budget, for: user)
        self.file = file
        try file.append(buffer)
        buffer.clear()
    }
}
