import Conversations
package import MatrixAPI
import Messenger
import ViewModels

/// A message as JSON for programs, and as text for people.
package struct MessageRecord: Hashable, Sendable {
    enum State: Hashable, Sendable {
        case sent
        /// The server doesn't have the message yet.
        case waiting
        case failed(OutboxLineFailureReason)
    }

    let chatID: String
    /// The event ID; `nil` if the server hasn't assigned one yet.
    let eventID: String?
    let sender: String
    /// The sender's name in the chat.
    let name: String
    /// The time in milliseconds since 1970.
    let time: Int64
    let kind: Message.Kind
    let body: String
    /// The text for people.
    let words: String
    let isEdited: Bool
    let isRemoved: Bool
    let replyTo: String?
    let threadID: String?
    let state: State

    /// The message as JSON, as described in confab-cli(7).
    package var json: JSONValue {
        [
            "id": eventID.map(JSONValue.string) ?? .null, "chat": .string(chatID), "sender": .string(sender),
            "name": .string(name), "time": .integer(time), "kind": .string(kind.rawValue), "text": .string(body),
            "edited": .bool(isEdited), "removed": .bool(isRemoved),
            "reply_to": replyTo.map(JSONValue.string) ?? .null, "thread": threadID.map(JSONValue.string) ?? .null,
            "state": .string(stateName),
        ]
    }

    /// The lines of text. Only the first begins with time and name, so that no message can imitate another sender's.
    package var lines: [String] {
        let parts = DisplayText(sanitizingLines: whole).string.split(separator: "\n", omittingEmptySubsequences: false)
        let first = parts.first.map(String.init) ?? ""
        let head: String = .words(
            kind == .emote ? "script.does" : "script.says",
            ["time": moment, "name": DisplayText(sanitizing: name).string, "text": first])
        let rest = parts.dropFirst().map { "    " + $0 }
        return rest.isEmpty ? [head + mark] : [head] + rest.dropLast() + [(rest.last ?? "") + mark]
    }

    /// The whole text for people.
    var whole: String {
        if isRemoved { return .words("script.deleted") }
        return kind == .encrypted ? .words("script.encrypted") : words
    }

    /// The remark after the text; empty if there is none.
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

    /// The time in a sortable form, such as `2026-11-21 09:15`.
    private var moment: String {
        // The placeholder for an unknown time has the same width.
        guard time > 0 else { return "---------- -----" }
        let clock = TimeText(now: time, usesTwelveHours: false).clock(time)
        return TimeText.iso(TimeText.parts(of: time)) + " " + clock
    }
}

extension JSONValue {
    /// The value as a line of JSON that is safe to print. Control characters for the terminal are escaped, so that no
    /// data is lost.
    package var line: String {
        let text = serializedText
        if text.utf8.allSatisfy({ $0 < 0x7F }) { return text }
        var line = ""
        line.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            if scalar.value >= 0x7F, scalar.steers {
                for unit in UTF16.encode(scalar) ?? .init() { line += Self.escape(unit) }
            } else {
                line.unicodeScalars.append(scalar)
            }
        }
        return line
    }

    private static func escape(_ unit: UInt16) -> String {
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}

extension Unicode.Scalar {
    /// Whether the character is invisible and controls the display of others.
    fileprivate var steers: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
