import NIOCore

/// A whole answer that waits to be sent: its bytes in memory, or a file. It counts against ``AnswerBudget`` until
/// it is released.
final class ComposedAnswer: Sendable {
    enum Content: Sendable {
        case bytes(ByteBuffer)
        case file(AnswerFile)
    }

    let content: Content
    private let budget: AnswerBudget?

    /// - Parameter budget: The budget that `bytes` are counted against.
    init(_ bytes: ByteBuffer, _ budget: AnswerBudget) {
        content = .bytes(bytes)
        self.budget = budget
    }

    init(_ file: AnswerFile) {
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
