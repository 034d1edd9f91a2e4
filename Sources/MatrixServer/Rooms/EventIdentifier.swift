import Crypto
import MatrixAPI

/// The identifier of an event in room version 11: its reference hash (server-server API, "Calculating the reference hash for
/// an event").
///
/// NOTSPEC: the event is not signed, since there is no other server to show a signature to.
enum EventIdentifier {
    static func make(
        _ draft: EventDraft, room: String, timestamp: Int64, depth: Int64, previous: String, authorizing: [String]
    ) -> String {
        var event: JSONValue = [
            "type": .string(draft.type), "room_id": .string(room), "sender": .string(draft.sender),
            "content": draft.content, "origin_server_ts": .integer(timestamp), "depth": .integer(depth),
            "prev_events": .array(previous.isEmpty ? [] : [.string(previous)]),
            "auth_events": .array(authorizing.map(JSONValue.string)),
        ]
        event["state_key"] = draft.stateKey.map(JSONValue.string)
        let contentHash = SHA256.hash(data: event.serialized)
        event["hashes"] = ["sha256": .string(Base64.standard(Array(contentHash)))]
        event["content"] = Redaction.kept(of: draft.content, type: draft.type)
        return "$" + Base64.urlSafe(Array(SHA256.hash(data: event.serialized)))
    }
}
