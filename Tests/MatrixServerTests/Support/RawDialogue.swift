import MatrixAPI
import NIOCore

/// The input and output of a raw connection.
struct RawDialogue {
    var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    private var received = ByteBuffer()

    init(
        inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator,
        outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    ) {
        self.inbound = inbound
        self.outbound = outbound
    }

    func send(_ text: String) async throws { try await outbound.write(ByteBuffer(string: text)) }

    /// Sends a masked frame, as clients do. The mask is zero.
    func sendFrame(opcode: UInt8, _ payload: [UInt8]) async throws {
        var buffer = ByteBuffer()
        buffer.writeInteger(0x80 | opcode)
        if payload.count < 126 {
            buffer.writeInteger(0x80 | UInt8(payload.count))
        } else {
            buffer.writeInteger(UInt8(0x80 | 126))
            buffer.writeInteger(UInt16(payload.count))
        }
        buffer.writeInteger(UInt32(0))
        buffer.writeBytes(payload)
        try await outbound.write(buffer)
    }

    func sendJSON(_ json: JSONValue) async throws { try await sendFrame(opcode: 1, json.serialized) }

    /// Returns the head of the next response, with its status line.
    mutating func head() async throws -> String {
        while true {
            let text = received.getString(at: received.readerIndex, length: received.readableBytes) ?? ""
            if let end = text.firstRange(of: "\r\n\r\n") {
                let head = String(text[..<end.lowerBound])
                received.moveReaderIndex(forwardBy: head.utf8.count + 4)
                return head
            }
            guard try await more() else { return text }
        }
    }

    /// Returns the next frame's opcode and payload, or `nil` at the end of the connection.
    mutating func frame() async throws -> (opcode: UInt8, payload: [UInt8], isFinal: Bool)? {
        while true {
            var reader = received
            if let first = reader.readInteger(as: UInt8.self), let second = reader.readInteger(as: UInt8.self) {
                var length = Int(second & 127)
                if length == 126 { length = reader.readInteger(as: UInt16.self).map(Int.init) ?? .max }
                if length == 127 { length = reader.readInteger(as: UInt64.self).map(Int.init) ?? .max }
                if reader.readableBytes >= length, let payload = reader.readBytes(length: length) {
                    received = reader
                    return (first & 15, payload, first & 0x80 != 0)
                }
            }
            guard try await more() else { return nil }
        }
    }

    /// Returns the next text frame's JSON. Other frames are skipped.
    mutating func json() async throws -> JSONValue {
        while let frame = try await frame() {
            if frame.opcode == 1 { return try JSONValue(parsing: frame.payload) }
        }
        return .null
    }

    /// Returns the next text, reassembled from its frames, and their number.
    mutating func text() async throws -> (payload: [UInt8], frames: Int) {
        var (payload, frames): ([UInt8], Int) = ([], 0)
        while let frame = try await frame() {
            guard frame.opcode == (frames == 0 ? 1 : 0) else { continue }
            payload += frame.payload
            frames += 1
            if frame.isFinal { break }
        }
        return (payload, frames)
    }

    /// Returns the code of the next close frame. Other frames are skipped.
    mutating func closeCode() async throws -> Int? {
        while let frame = try await frame() {
            if frame.opcode == 8, frame.payload.count >= 2 { return Int(frame.payload[0]) << 8 | Int(frame.payload[1]) }
        }
        return nil
    }

    private mutating func more() async throws -> Bool {
        guard let bytes = try await inbound.next() else { return false }
        received.writeImmutableBuffer(bytes)
        return true
    }
}
