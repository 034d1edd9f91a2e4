import MatrixAPI
import NIOCore
import NIOHTTP1

/// A request as it is sent.
struct LoadRequest: Sendable {
    let method: HTTPMethod
    /// Path and query, percent-encoded.
    let target: String
    let token: String
    var body: ByteBuffer?

    /// Returns a request that sends a line of text to a room (client-server API, "Sending events to a room").
    static func send(_ text: String, to room: LoadRoom, as member: Int, transaction: String) -> LoadRequest {
        LoadRequest(
            method: .PUT,
            target: "/_matrix/client/v3/rooms/\(room.escapedID)/send/m.room.message/\(transaction)",
            token: room.tokens[member % room.tokens.count],
            body: ByteBuffer(string: #"{"msgtype":"m.text","body":"\#(text)"}"#))
    }

    /// Returns a sync request (client-server API, "Syncing").
    ///
    /// - Parameter timeout: The time that the server waits if nothing is new, in milliseconds.
    static func sync(since token: String, timeout: Int, accessToken: String) -> LoadRequest {
        LoadRequest(
            method: .GET, target: "/_matrix/client/v3/sync?since=\(token)&timeout=\(timeout)", token: accessToken)
    }
}
