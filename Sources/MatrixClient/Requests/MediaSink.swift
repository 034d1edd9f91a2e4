/// Where the bytes of a file go as they come. What says no ends the request with ``MatrixClientError/cancelled``; why, it keeps.
package struct MediaSink: Sendable {
    /// Whether bytes that begin there are wanted.
    let begin: @Sendable (MediaPart) async -> Bool
    let take: @Sendable ([UInt8]) async -> Bool

    package init(
        begin: @escaping @Sendable (MediaPart) async -> Bool, take: @escaping @Sendable ([UInt8]) async -> Bool
    ) {
        self.begin = begin
        self.take = take
    }
}
