import Conversations
import MatrixAPI

/// A line of an import file, written by `confab export` or another program. A line that doesn't follow confab-cli(7)
/// is rejected.
struct ImportedLine: Hashable, Sendable {
    /// The identifier of the chat on this device; see ``Chat/importedID(of:)``.
    let chatID: String
    /// The name of the chat, if the line has it.
    let chatName: String?
    let sender: ChatMember
    /// The message, followed by its edit and reactions.
    let messages: [Message]
    /// The reason why the named file could not be imported.
    let fileProblem: ImportedLineError?

    /// - Parameters:
    ///   - bytes: the line without its line break.
    ///   - folder: the directory with the named file; `nil` to import no files.
    init(_ bytes: [UInt8], folder: ExportedFolder? = nil) throws(ImportedLineError) {
        guard let json = try? JSONValue(parsing: bytes, maximumDepth: Self.maximumDepth), json.isObject else {
            throw .noObject
        }
        let reader = MemberReader(json: json)
        if try reader.string("state") != "sent" { throw .notSent }
        let room = try reader.identifier("chat")
        guard room.hasPrefix("!") else { throw .lacks("chat") }
        chatID = Chat.importedID(of: room)
        chatName = json["chat_name"]?.string.flatMap { $0.isEmpty ? nil : String($0.prefix(Self.longestName)) }
        let senderID = try reader.identifier("sender")
        guard UserID(senderID) != nil else { throw .lacks("sender") }
        let name = try reader.string("name").prefix(Self.longestName)
        // The sender is stored as a current member, so that people with the same name are distinguished.
        sender = ChatMember(userID: senderID, displayName: name.isEmpty ? nil : String(name), membership: "join")
        let (file, fileProblem) = Self.file(reader, of: folder)
        self.fileProblem = fileProblem
        let base = try Self.message(reader, file: file, sender: senderID, room: room)
        messages = try [base] + Self.edit(reader, of: base) + Self.reactions(reader, to: base)
    }

    private static let maximumDepth = 16
    /// The maximum length of a name in characters. No real name is longer.
    private static let longestName = 256

    private static func file(
        _ reader: MemberReader, of folder: ExportedFolder?
    ) -> (MediaAddress?, ImportedLineError?) {
        guard let folder, let path = reader.json["file"]?["path"]?.string, reader.json["removed"]?.bool == false,
            reader.json["kind"]?.string.flatMap(Message.Kind.init(rawValue:))?.isFile == true
        else { return (nil, nil) }
        do throws(ImportedLineError) {
            return (try folder.importFile(path), nil)
        } catch {
            return (nil, error)
        }
    }

    private static func message(
        _ reader: MemberReader, file address: MediaAddress?, sender: String, room: String
    ) throws(ImportedLineError) -> Message {
        guard let kind = Message.Kind(rawValue: try reader.string("kind")), kind.isExported else {
            throw .lacks("kind")
        }
        let (id, time) = (try reader.identifier("id"), try reader.integer("time"))
        let (body, isRemoved) = (try reader.string("text"), try reader.bool("removed"))
        let type = reader.json["event_type"]?.string
        if kind == .unknown, type == nil { throw .lacks("event_type") }
        var content: JSONValue = ["body": .string(body)]
        if let file = reader.json["file"], file.isObject {
            content["filename"] = file["name"]?.string.map(JSONValue.string)
            var info = JSONValue.emptyObject
            info["mimetype"] = file["type"]?.string.map(JSONValue.string)
            info["size"] = file["size"]?.wholeNumber.map(JSONValue.integer)
            content["info"] = info
            content["url"] = address.map { .string($0.description) }
        }
        let source: JSONValue = [
            "type": .string(type ?? "m.room.message"), "event_id": .string(id), "room_id": .string(room),
            "sender": .string(sender), "origin_server_ts": .integer(time), "content": content,
        ]
        return Message(
            eventID: id, sender: sender, timestamp: time, kind: kind, body: isRemoved ? "" : body, eventType: type,
            detail: nil, isRemoved: isRemoved, replyTo: isRemoved ? nil : try reader.identifierOrNull("reply_to"),
            threadID: try reader.identifierOrNull("thread"), transactionID: nil,
            source: isRemoved ? "{}" : source.serializedText)
    }

    /// Returns an edit that marks the message as edited. The previous versions are not in the file.
    private static func edit(_ reader: MemberReader, of message: Message) throws(ImportedLineError) -> [Message] {
        guard try reader.bool("edited"), !message.isRemoved, message.kind.isEditable else { return [] }
        let content = EditedContent(kind: message.kind, body: message.body, formattedBody: nil)
        return [
            relation(
                .edit(of: message.eventID, content), id: "edit:" + message.eventID, sender: message.sender,
                at: message.timestamp)
        ]
    }

    private static func reactions(
        _ reader: MemberReader, to message: Message
    ) throws(ImportedLineError) -> [Message] {
        guard let given = reader.json["reactions"], given != .null, !message.isRemoved else { return [] }
        guard let given = given.array else { throw .lacks("reactions") }
        var reactions: [Message] = []
        for json in given {
            let reader = MemberReader(json: json, name: "reactions")
            let (key, sender) = (try reader.string("key"), try reader.identifier("sender"))
            guard !key.isEmpty, UserID(sender) != nil else { throw .lacks("reactions") }
            // The reactions are kept in the order of the file, which doesn't have their times.
            reactions.append(
                relation(
                    .reaction(to: message.eventID, key: key), id: try reader.identifier("id"), sender: sender,
                    at: message.timestamp + Int64(reactions.count)))
        }
        return reactions
    }

    private static func relation(_ relation: MessageRelation, id: String, sender: String, at time: Int64) -> Message {
        Message(
            eventID: id, sender: sender, timestamp: time, kind: .relation, body: "", detail: nil, isRemoved: false,
            relation: relation, transactionID: nil, source: "{}")
    }
}

/// Reads required members of an object.
private struct MemberReader {
    let json: JSONValue
    /// The name to report if a member is missing, instead of its own name.
    var name: String?

    func string(_ key: String) throws(ImportedLineError) -> String { try value(key, \.string) }

    func integer(_ key: String) throws(ImportedLineError) -> Int64 { try value(key, \.wholeNumber) }

    func bool(_ key: String) throws(ImportedLineError) -> Bool { try value(key, \.bool) }

    func identifier(_ key: String) throws(ImportedLineError) -> String {
        let id = try string(key)
        guard !id.isEmpty, id.utf8.count <= Self.longestIdentifier, id.isSoundIdentifier else {
            throw .lacks(name ?? key)
        }
        return id
    }

    func identifierOrNull(_ key: String) throws(ImportedLineError) -> String? {
        if json[key] == .null { return nil }
        return try identifier(key)
    }

    private func value<Value>(_ key: String, _ read: (JSONValue) -> Value?) throws(ImportedLineError) -> Value {
        guard let value = json[key].flatMap(read) else { throw .lacks(name ?? key) }
        return value
    }

    /// The maximum length in bytes (appendices, "Common Identifier Format").
    private static let longestIdentifier = 255
}

extension Message.Kind {
    /// Whether an export has messages of this kind: content and unreadable messages, but not membership or settings
    /// changes.
    var isExported: Bool { countsAsUnread || [.unreadable, .malformed, .unknown].contains(self) }
}
