/// The receiver of a file's bytes as they arrive. If a call returns false, the request ends with
/// ``MatrixClientError/cancelled``. The receiver keeps the reason.
package struct MediaSink: Sendable {
    /// Whether to receive a part with this beginning.
    let begin: @Sendable (MediaPart) async -> Bool
    let take: @Sendable ([UInt8]) async -> Bool

    package init(
        begin: @escaping @Sendable (MediaPart) async -> Bool, take: @escaping @Sendable ([UInt8]) async -> Bool
    ) {
        self.begin = begin
        self.take = take
    }
}
