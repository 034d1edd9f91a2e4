import Foundation

/// A connection of a scripted server. Its methods block the thread.
struct Conversation: Sendable {
    private let connection: CInt

    init(_ connection: CInt) { self.connection = connection }

    func say(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Returns the received bytes, or none if the peer has closed the connection.
    func hear(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while bytes.count < count {
            let read = recv(connection, &chunk, min(chunk.count, count - bytes.count), 0)
            guard read > 0 else { return [] }
            bytes += chunk.prefix(read)
        }
        return bytes
    }

    func end() { close(connection) }

    /// Closes the connection with a reset instead of an orderly end.
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(connection, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    func readRequest() -> ScriptedServer.Request? {
        var head: [UInt8] = []
        while !head.suffix(4).elementsEqual(Array("\r\n\r\n".utf8)) {
            let byte = hear(1)
            guard !byte.isEmpty else { return nil }
            head += byte
        }
        let request = ScriptedServer.Request(head: String(decoding: head, as: UTF8.self), body: "")
        let length = request.header("Content-Length").flatMap { Int($0) } ?? 0
        return ScriptedServer.Request(head: request.head, body: String(decoding: hear(length), as: UTF8.self))
    }
}
