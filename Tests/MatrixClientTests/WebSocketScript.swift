import Foundation

/// The server's side of a stream, byte for byte (RFC 6455).
enum WebSocketScript {
    /// Returns the response that accepts an upgrade.
    static func acceptance(of request: ScriptedServer.Request, subprotocol: String? = "m.json") -> [UInt8] {
        let key = request.header("Sec-WebSocket-Key") ?? ""
        let digest = SHA1.digest(of: Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))
        var lines = [
            "HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Accept: \(Data(digest).base64EncodedString())",
        ]
        if let subprotocol { lines.append("Sec-WebSocket-Protocol: \(subprotocol)") }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    static func frame(_ opcode: UInt8, _ payload: [UInt8], isFinal: Bool = true) -> [UInt8] {
        let first = opcode | (isFinal ? 0x80 : 0)
        if payload.count < 126 { return [first, UInt8(payload.count)] + payload }
        return [first, 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)] + payload
    }

    static func text(_ text: String) -> [UInt8] { frame(1, Array(text.utf8)) }

    static func close(_ code: UInt16) -> [UInt8] { frame(8, [UInt8(code >> 8), UInt8(code & 0xFF)]) }

    /// Returns the next frame from the client, unmasked. Returns `nil` if the client has closed the connection or
    /// sent an unmasked frame.
    static func hear(_ conversation: Conversation) -> (opcode: UInt8, payload: [UInt8])? {
        let head = conversation.hear(2)
        guard head.count == 2, head[1] & 0x80 != 0, head[1] & 0x7F < 126 else { return nil }
        let mask = conversation.hear(4)
        let payload = conversation.hear(Int(head[1] & 0x7F))
        guard mask.count == 4 else { return nil }
        return (head[0] & 0x0F, payload.enumerated().map { $1 ^ mask[$0 % 4] })
    }
}
