import Conversations
import MatrixAPI

extension Story {
    /// The content of a poll, as the specification defines it.
    static let tea: JSONValue = [
        "m.text": [["body": "Tea? 1. Green 2. Black"]],
        "m.poll": [
            "kind": "m.disclosed", "question": ["m.text": [["body": "Tea?"]]],
            "answers": [
                ["m.id": "g", "m.text": [["body": "Green"]]], ["m.id": "b", "m.text": [["body": "Black"]]],
            ],
        ],
    ]

    /// The same content in the unstable format.
    static let oldTea: JSONValue = [
        "org.matrix.msc1767.text": "Tea? 1. Green 2. Black", "body": "Tea? 1. Green 2. Black", "msgtype": "m.text",
        "format": "org.matrix.custom.html", "formatted_body": "<b>Tea?</b> 1. Green 2. Black",
        "org.matrix.msc3381.poll.start": [
            "kind": "org.matrix.msc3381.poll.disclosed", "max_selections": 1,
            "question": ["org.matrix.msc1767.text": "Tea?"],
            "answers": [
                ["id": "g", "org.matrix.msc1767.text": "Green"], ["id": "b", "org.matrix.msc1767.text": "Black"],
            ],
        ],
    ]

    static func pollAnswer(_ id: String, _ answers: [String], to eventID: String = "$1", by sender: String) -> JSONValue
    {
        let form = PollForm.stable
        return event(id, form.responseType, by: sender, content: form.response(answers, to: eventID))
    }

    static func pollEnd(_ id: String, of eventID: String = "$1", by sender: String = bo) -> JSONValue {
        let form = PollForm.stable
        return event(
            id, form.endType, by: sender, content: form.end(of: eventID, fallback: "over", results: [:]))
    }
}
