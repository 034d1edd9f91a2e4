import Conversations
package import MatrixAPI
import ViewModels

/// A message with all known details, as JSON for programs and as text for people.
package struct ExportedMessage: Hashable, Sendable {
    let record: MessageRecord
    let chatName: String
    let eventType: String?
    /// The reactions, in the order of their first use.
    let reactions: [MessageReaction]
    /// The names of the people who reacted, by Matrix ID.
    let givers: [String: String]
    /// The sender and text of the replied-to message; `nil` if this device doesn't have it.
    let quoted: (name: String, text: String)?
    var file: ExportedFile?
    /// The content with the address of the file; `nil` if there is no file, or an edit has replaced it.
    package let content: JSONValue?

    /// Whether the message has a file.
    package var hasFile: Bool { file != nil }

    /// The message as JSON, as described in confab-cli(7).
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

    /// Records the result of saving the file.
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
