import MatrixAPI
import NIOHTTP1

/// Reads the request that opens a stream (protocol, "The stream").
struct StreamHandshake: Sendable {
    static let path = ["_matrix", "client", "unstable", "im.confab.stream"]
    static let subprotocol = "m.json"

    let tokens: TokenRegistry

    /// - Returns: The device that opens the stream; `nil` unless the request is a valid handshake with a valid token.
    func caller(of head: HTTPRequestHead) -> Caller? { token(of: head)?.caller }

    /// Returns the device that opens the stream and its token, under the conditions of ``caller(of:)``.
    func token(of head: HTTPRequestHead) -> StreamToken? {
        let headers = head.headers
        guard head.method == .GET, head.version == .http1_1,
            headers["upgrade"].count == 1, headers["upgrade"].first?.lowercased() == "websocket",
            headers[canonicalForm: "connection"].contains(where: { $0.lowercased() == "upgrade" }),
            headers["sec-websocket-version"] == ["13"],
            headers["sec-websocket-key"].count == 1, headers["sec-websocket-key"].first?.utf8.count == 24,
            headers[canonicalForm: "sec-websocket-protocol"].contains(where: { $0 == StreamHandshake.subprotocol }),
            headers["transfer-encoding"].isEmpty, (headers.first(name: "content-length") ?? "0") == "0",
            let target = Target(head.uri), target.segments == StreamHandshake.path,
            target["since"].map({ SyncToken($0) != nil }) ?? true,
            let token = BearerToken.find(headers.first(name: "authorization"), target)
        else { return nil }
        switch tokens.find(token) {
        case .valid(let caller, let end): return StreamToken(caller: caller, nextHash: nil, expiresAt: end)
        case .next(let caller, let hash, let end): return StreamToken(caller: caller, nextHash: hash, expiresAt: end)
        case .expired, .unknown: return nil
        }
    }
}
