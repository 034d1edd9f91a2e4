/// Buffers received bytes and splits them into complete messages.
struct ProxyMessageBuffer {
    /// The received bytes that are not part of a complete message yet.
    private(set) var bytes: [UInt8] = []

    mutating func append(_ more: some Sequence<UInt8>) {
        bytes += more
    }

    /// Removes and returns the next complete message.
    mutating func next() -> ProxyMessage? {
        guard let headEnd = bytes.firstRange(of: Self.emptyLine) else { return nil }
        var message = ProxyMessage(head: Array(bytes[..<headEnd.lowerBound]))
        let rest = bytes[headEnd.upperBound...]
        let end: Int
        if message.header("Transfer-Encoding")?.lowercased() == "chunked" {
            guard let (body, bodyEnd) = Self.chunks(rest) else { return nil }
            (message.body, end) = (body, bodyEnd)
        } else {
            let length = message.header("Content-Length").flatMap { Int($0) } ?? 0
            guard rest.count >= length else { return nil }
            end = rest.startIndex + length
            message.body = Array(rest[..<end])
        }
        bytes.removeSubrange(..<end)
        return message
    }

    /// Removes and returns all remaining bytes.
    mutating func takeRest() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }

    private static let lineEnd = Array("\r\n".utf8)
    private static let emptyLine = Array("\r\n\r\n".utf8)

    /// - Returns: The body without its framing, and the position of its end. `nil` if it is incomplete.
    private static func chunks(_ bytes: ArraySlice<UInt8>) -> (body: [UInt8], end: Int)? {
        var body: [UInt8] = []
        var rest = bytes
        while let line = rest.firstRange(of: lineEnd) {
            let size = String(decoding: rest[..<line.lowerBound].prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
            guard let count = Int(size, radix: 16), rest[line.upperBound...].count >= count + 2 else { return nil }
            body += rest[line.upperBound...].prefix(count)
            rest = rest[(line.upperBound + count + 2)...]
            if count == 0 { return (body, rest.startIndex) }
        }
        return nil
    }
}
