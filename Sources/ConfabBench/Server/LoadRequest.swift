import MatrixAPI
import NIOCore
import NIOHTTP1

/// A request as it goes over the wire.
struct LoadRequest: Sendable {
    let method: HTTPMethod
    /// Path and query, percent-encoded.
    let target: String
    let token: String
    var body: ByteBuffer?

    /// A line of text into a room (client-server API, "Sending events to a room").
    static func send(_ text: String, to room: LoadRoom, as member: Int, transaction: String) -> LoadRequest {
        LoadRequest(
            method: .PUT,
            target: "/_matrix/client/v3/rooms/\(room.escapedID)/send/m.room.message/\(transaction)",
            token: room.tokens[member % room.tokens.count],
            body: ByteBuffer(string: #"{"msgtype":"m.text","body":"\#(text)"}"#))
    }

    /// What happened since a token (client-server API, "Syncing").
    ///
    /// - Parameter timeout: how long the server waits where nothing did, in milliseconds.
    static func sync(since token: String, timeout: Int, accessToken: String) -> LoadRequest {
        LoadRequest(
            method: .GET, target: "/_matrix/client/v3/sync?since=\(token)&timeout=\(timeout)", token: accessToken)
    }
}
