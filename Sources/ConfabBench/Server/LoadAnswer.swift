import NIOCore

/// What came back for a ``LoadRequest``.
struct LoadAnswer: Sendable {
    var status: Int
    var body: ByteBuffer
}
