import NIOCore

/// What came back for a ``LoadRequest``.
struct LoadAnswer: Sendable {
    var status: Int
    var body: ByteBuffer

    /// From where to go on, of an answer to a sync. Read without the rest of it, which would take the time of other listeners.
    var nextBatch: String? {
        let name = Array(#""next_batch":""#.utf8)
        return body.withUnsafeReadableBytes { bytes in
            guard let start = bytes.firstPlace(of: name).map({ $0 + name.count }),
                let end = bytes[start...].firstIndex(of: UInt8(ascii: "\""))
            else { return nil }
            return String(decoding: bytes[start..<end], as: UTF8.self)
        }
    }
}
