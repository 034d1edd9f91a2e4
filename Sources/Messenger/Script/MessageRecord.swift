import Conversations
package import MatrixAPI
import ViewModels

/// Something said in a chat as programs read it, and as lines for people.
package struct MessageRecord: Hashable, Sendable {
    enum State: Hashable, Sendable {
        case sent
        /// The server does not have it yet.
        case waiting
        case failed(LineRefusal)
    }

    let chatID: String
    /// `nil` where the server named none yet.
    let eventID: String?
    let sender: String
    /// As the chat has it.
    let name: String
    /// Milliseconds since 1970.
    let time: Int64
    let kind: Message.Kind
    let body: String
    /// What it says, for people.
    let words: String
    let isEdited: Bool
    let isRemoved: Bool
    let replyTo: String?
    let threadID: String?
    let state: State

    /// As confab-cli(7) describes it.
    package var json: JSONValue {
        [
            "id": eventID.map(JSONValue.string) ?? .null, "chat": .string(chatID), "sender": .string(sender),
            "name": .string(name), "time": .integer(time), "kind": .string(kind.rawValue), "text": .string(body),
            "edited": .bool(isEdited), "removed": .bool(isRemoved),
            "reply_to": replyTo.map(JSONValue.string) ?? .null, "thread": threadID.map(JSONValue.string) ?? .null,
            "state": .string(stateName),
        ]
    }

    /// The first begins with time and name, as no other does: what somebody says can't pass for what another said.
    package var lines: [String] {
        let parts = DisplayText(sanitizingLines: whole).string.split(separator: "\n", omittingEmptySubsequences: false)
        let first = parts.first.map(String.init) ?? ""
        let head: String = .words(
            kind == .emote ? "script.does" : "script.says",
            ["time": moment, "name": DisplayText(sanitizing: name).string, "text": first])
        let rest = parts.dropFirst().map { "    " + $0 }
        return rest.isEmpty ? [head + mark] : [head] + rest.dropLast() + [(rest.last ?? "") + mark]
    }

    /// What it says as a whole, for people.
    var whole: String {
        if isRemoved { return .words("script.deleted") }
        return kind == .encrypted ? .words("script.encrypted") : words
    }

    /// What is said of it behind it; empty where nothing is.
    var mark: String {
        switch state {
        case .sent: isEdited ? " " + .words("script.edited") : ""
        case .waiting: " " + .words("script.waiting")
        case .failed(let reason):
            " " + .words("script.not-sent", ["reason": DisplayText(sanitizing: reason.text).string])
        }
    }

    private var stateName: String {
        switch state {
        case .sent: "sent"
        case .waiting: "waiting"
        case .failed: "failed"
        }
    }

    /// As in `2026-11-21 09:15`, which sorts.
    private var moment: String {
        // As wide as a time, where none is known.
        guard time > 0 else { return "---------- -----" }
        let clock = TimeText(now: time, usesTwelveHours: false).clock(time)
        return TimeText.iso(TimeText.parts(of: time)) + " " + clock
    }
}
