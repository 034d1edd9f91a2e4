import Foundation
import Synchronization

/// A server on loopback that sends exactly the bytes that a test scripts.
final class ScriptedServer: Sendable {
    struct Request: Sendable {
        let head: String
        let body: String

        var target: String { head.split(separator: " ").dropFirst().first.map(String.init) ?? "" }

        func header(_ name: String) -> String? {
            head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ": ") }
                .map { String($0.dropFirst(name.count + 2)) }
        }
    }

    let port: Int
    private let listener: CInt
    private let seen = Mutex<[Request]>([])
    private let converse: @Sendable (Request, Conversation) -> Void

    /// - Parameter converse: The script of a request, which runs on a thread of its own. The connection ends when it
    ///   returns.
    init(_ converse: @escaping @Sendable (Request, Conversation) -> Void) throws {
        self.converse = converse
        let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, length) + listen(listener, 16) + getsockname(listener, address, &length)
            }
        }
        guard result == 0 else { throw POSIXError(.EADDRINUSE) }
        self.listener = listener
        port = Int(UInt16(bigEndian: address.sin_port))
        Thread.detachNewThread { [self] in acceptAll() }
    }

    /// Answers every request with the same bytes.
    static func answering(_ answer: String) throws -> ScriptedServer {
        try ScriptedServer { _, conversation in conversation.say(Array(answer.utf8)) }
    }

    /// Answers by the path of the request. Other paths get 404.
    static func answering(_ answers: [String: String]) throws -> ScriptedServer {
        try ScriptedServer { request, conversation in
            let path = String(request.target.prefix { $0 != "?" })
            conversation.say(Array((answers[path] ?? .http(404, #"{"errcode":"M_UNRECOGNIZED"}"#)).utf8))
        }
    }

    var address: String { "http://127.0.0.1:\(port)" }
    var requests: [Request] { seen.withLock { $0 } }

    func stop() { shutdown(listener, CInt(SHUT_RDWR)) }

    private func acceptAll() {
        while true {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { break }
            Thread.detachNewThread { [self] in
                let conversation = Conversation(connection)
                if let request = conversation.readRequest() {
                    seen.withLock { $0.append(request) }
                    converse(request, conversation)
                }
                conversation.end()
            }
        }
        close(listener)
    }
}

extension String {
    /// Returns an HTTP response with a JSON body.
    static func http(_ status: Int, _ body: String, headers: [String] = [], type: String = "application/json") -> String
    {
        let lines =
            ["HTTP/1.1 \(status) Status", "Content-Type: \(type)", "Content-Length: \(body.utf8.count)"] + headers
        return lines.joined(separator: "\r\n") + "\r\nConnection: close\r\n\r\n" + body
    }
}
