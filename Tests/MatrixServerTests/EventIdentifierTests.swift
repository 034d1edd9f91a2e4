import MatrixAPI
import Testing

@testable import MatrixServer

@Suite(.timeLimit(.minutes(5))) struct EventIdentifierTests {
    private static let drafts: [EventDraft] = [
        EventDraft(
            "m.room.message", sender: "@ana:localhost", content: ["msgtype": "m.text", "body": "\"tea\"\n\u{1F375}"]),
        EventDraft(
            "m.room.member", stateKey: "@bo:localhost", sender: "@ana:localhost",
            content: ["membership": "join", "displayname": "Bo", "reason": "x\\"]),
        EventDraft("m.room.topic", stateKey: "", sender: "@ana:localhost", content: [:]),
    ]

    @Test(arguments: drafts) func eventIDIsTheHashOfCanonicalJSON(draft: EventDraft) {
        for (previous, authorizing) in [("", []), ("$a", ["$b", "$c"])] {
            let identifier = EventIdentifier.make(
                draft, room: "!r:localhost", timestamp: 7, depth: 3, previous: previous, authorizing: authorizing)
            #expect(identifier == expected(draft, previous: previous, authorizing: authorizing))
        }
    }

    /// Computes the identifier step by step, as the specification describes.
    private func expected(_ draft: EventDraft, previous: String, authorizing: [String]) -> String {
        var event: JSONValue = [
            "type": .string(draft.type), "room_id": "!r:localhost", "sender": .string(draft.sender),
            "content": draft.content, "origin_server_ts": 7, "depth": 3,
            "prev_events": .array(previous.isEmpty ? [] : [.string(previous)]),
            "auth_events": .array(authorizing.map(JSONValue.string)),
        ]
        event["state_key"] = draft.stateKey.map(JSONValue.string)
        event["hashes"] = ["sha256": .string(UnpaddedBase64.encode(AccessToken.hash(event.serializedText)))]
        event["content"] = Redaction.redacted(of: draft.content, type: draft.type)
        return "$" + UnpaddedBase64.encodeURLSafe(AccessToken.hash(event.serializedText))
    }
}
