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

extension LoadRequest {
    /// Returns a request that sends a room's key, encrypted for each device (client-server API, "Send-to-Device
    /// messaging").
    ///
    /// - Parameter devices: The devices by user.
    static func sendToDevices(
        _ devices: [String: [String]], transaction: String, accessToken: String
    ) -> LoadRequest {
        // The length is about that of a first message with a room key in it.
        let ciphertext: JSONValue = ["type": 0, "body": .string(String(repeating: "c", count: 1_100))]
        let key = String(repeating: "k", count: 43)
        let content: JSONValue = [
            "algorithm": "m.olm.v1.curve25519-aes-sha2", "sender_key": .string(key),
            "ciphertext": .object([key: ciphertext]),
        ]
        let messages = devices.mapValues { devices in
            JSONValue.object(Dictionary(uniqueKeysWithValues: devices.map { ($0, content) }))
        }
        return keys(
            .PUT, "sendToDevice/m.room.encrypted/\(transaction)", ["messages": .object(messages)], accessToken)
    }

    /// Returns a request for the keys of all devices of users (client-server API, `POST keys/query`).
    static func queryKeys(of users: [String], accessToken: String) -> LoadRequest {
        let wanted = Dictionary(uniqueKeysWithValues: users.map { ($0, JSONValue.array([])) })
        return keys(.POST, "keys/query", ["device_keys": .object(wanted)], accessToken)
    }

    /// Returns a request that claims a key of each device (client-server API, `POST keys/claim`).
    static func claimKeys(of devices: [String: [String]], accessToken: String) -> LoadRequest {
        let wanted = devices.mapValues { devices in
            JSONValue.object(
                Dictionary(uniqueKeysWithValues: devices.map { ($0, JSONValue.string(KeyedDevice.algorithm)) }))
        }
        return keys(.POST, "keys/claim", ["one_time_keys": .object(wanted)], accessToken)
    }

    private static func keys(
        _ method: HTTPMethod, _ path: String, _ body: JSONValue, _ token: String
    ) -> LoadRequest {
        LoadRequest(
            method: method, target: "/_matrix/client/v3/" + path, token: token,
            body: ByteBuffer(bytes: body.serialized))
    }
}
