import NIOCore

/// The answer to a ``LoadRequest``.
struct LoadAnswer: Sendable {
    var status: Int
    var body: ByteBuffer

    /// The token for the next sync. It is read without parsing the rest of the answer, which would delay other
    /// listeners.
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
