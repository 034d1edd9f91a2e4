import NIOCore

/// A whole answer that waits to be sent: its bytes in memory, or a file. It counts for ``AnswerBudget`` until it is gone.
final class ComposedAnswer: Sendable {
    enum Content: Sendable {
        case bytes(ByteBuffer)
        case file(AnswerFile)
    }

    let content: Content
    private let budget: AnswerBudget?

    /// - Parameter budget: where `bytes` are counted.
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

    /// In bytes.
    var length: Int64 {
        switch content {
        case .bytes(let bytes): Int64(bytes.readableBytes)
        case .file(let file): file.length
        }
    }
}
