import Conversations
package import MatrixAPI
import ViewModels

/// Something said in a chat, with all that is known of it, as programs read it and as lines for people.
package struct ExportedMessage: Hashable, Sendable {
    let record: MessageRecord
    let chatName: String
    let eventType: String?
    /// In the order in which each was first given.
    let reactions: [MessageReaction]
    /// The names of those who gave them, by Matrix ID.
    let givers: [String: String]
    /// What it answers: who said that, and what; `nil` where this device doesn't have it.
    let quoted: (name: String, text: String)?
    var file: ExportedFile?
    /// Where its file is, as its event says; `nil` where it brings none, or an edit exchanged it.
    package let content: JSONValue?

    /// Whether it brings a file.
    package var hasFile: Bool { file != nil }

    /// As confab-cli(7) describes it.
    package var json: JSONValue {
        var json = record.json
        json["chat"] = .string(Chat(id: record.chatID, membership: .left).originalID)
        json["chat_name"] = .string(chatName)
        json["event_type"] = eventType.map(JSONValue.string) ?? .null
        json["reactions"] = .array(
            reactions.flatMap { reaction in
                reaction.givers.map { giver in
                    ["key": .string(reaction.key), "sender": .string(giver.userID), "id": .string(giver.eventID)]
                }
            })
        json["file"] = file?.json ?? .null
        return json
    }

    package var lines: [String] {
        switch file?.place {
        case .saved(let path, _)?: record.lines + ["    → " + DisplayText(sanitizing: path).string]
        case .missing(let reason)?: record.lines + ["    " + DisplayText(sanitizing: reason).string]
        case .nowhere?, nil: record.lines
        }
    }

    /// Notes what became of its file.
    package mutating func note(_ file: SavedFile) {
        switch file {
        case .saved(let path, let kind): self.file?.place = .saved(path: path, ShownKind(rawValue: kind ?? ""))
        case .missing(let reason): self.file?.place = .missing(reason: reason)
        }
    }
}

extension ExportedMessage {
    package static func == (one: ExportedMessage, other: ExportedMessage) -> Bool { one.json == other.json }

    package func hash(into hasher: inout Hasher) { hasher.combine(record) }
}
