import Conversations
import Engine
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
    package mutating func recordFile(_ file: SavedFile) {
        switch file {
        case .saved(let path, let kind): self.file?.place = .saved(path: path, OpenableFileKind(rawValue: kind ?? ""))
        case .missing(let reason): self.file?.place = .missing(reason: reason)
        }
    }
}

extension ExportedMessage {
    package static func == (one: ExportedMessage, other: ExportedMessage) -> Bool { one.json == other.json }

    package func hash(into hasher: inout Hasher) { hasher.combine(record) }
}

/// The file of an exported message.
struct ExportedFile: Hashable, Sendable {
    enum Location: Hashable, Sendable {
        /// The file was not requested.
        case nowhere
        /// The path is relative to the export. The kind is set if the file is safe to open.
        case saved(path: String, OpenableFileKind?)
        case missing(reason: String)
    }

    /// The name from the sender. Like the type, it is untrusted text.
    let name: String
    let type: String?
    let size: Int64?
    var place = Location.nowhere

    /// - Returns: `nil` if the message has no file.
    init?(_ message: Message) {
        guard message.kind.isFile, !message.isRemoved else { return nil }
        let content = (try? JSONValue(parsing: message.source))?["content"]
        name = content?["filename"]?.string ?? content?["body"]?.string ?? message.body
        type = content?["info"]?["mimetype"]?.string
        size = content?["info"]?["size"]?.wholeNumber.flatMap { $0 > 0 ? $0 : nil }
    }

    /// The file as JSON, as described in confab-cli(7).
    var json: JSONValue {
        var json: JSONValue = [
            "name": .string(name), "type": type.map(JSONValue.string) ?? .null,
            "size": size.map(JSONValue.integer) ?? .null, "path": .null, "problem": .null,
        ]
        switch place {
        case .nowhere: break
        case .saved(let path, _): json["path"] = .string(path)
        case .missing(let reason): json["problem"] = .string(reason)
        }
        return json
    }
}
