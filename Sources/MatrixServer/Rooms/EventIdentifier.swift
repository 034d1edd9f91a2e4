import Crypto
import MatrixAPI

/// The identifier of an event in room version 11: its reference hash (server-server API, "Calculating the reference
/// hash for an event").
///
/// The event is written as canonical JSON directly, since the single writer does this for each event.
///
/// NOTSPEC: the event is not signed, since there is no other server to show a signature to.
enum EventIdentifier {
    static func make(
        _ draft: EventDraft, room: String, timestamp: Int64, depth: Int64, previous: String, authorizing: [String]
    ) -> String {
        var beforeContent = "{\"auth_events\":\(JSONValue.array(authorizing.map(JSONValue.string)).serializedText),"
        beforeContent += "\"content\":"
        let depth = ",\"depth\":\(depth),"
        var rest = "\"origin_server_ts\":\(timestamp),\"prev_events\":"
        rest += JSONValue.array(previous.isEmpty ? [] : [.string(previous)]).serializedText
        rest += ",\"room_id\":\(quoted(room)),\"sender\":\(quoted(draft.sender)),"
        if let key = draft.stateKey { rest += "\"state_key\":\(quoted(key))," }
        rest += "\"type\":\(quoted(draft.type))}"

        let contentHash = Base64.standard(hash([beforeContent, draft.contentText, depth, rest]))
        let kept = Redaction.kept(of: draft.content, type: draft.type).serializedText
        let hashes = "\"hashes\":{\"sha256\":\"\(contentHash)\"},"
        return "$" + Base64.urlSafe(hash([beforeContent, kept, depth, hashes, rest]))
    }

    private static func quoted(_ text: String) -> String { JSONValue.string(text).serializedText }

    private static func hash(_ parts: [String]) -> [UInt8] {
        var hash = SHA256()
        for part in parts { hash.update(data: Array(part.utf8)) }
        return Array(hash.finalize())
    }
}
