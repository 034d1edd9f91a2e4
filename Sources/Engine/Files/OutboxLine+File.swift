import Conversations
import MatrixAPI

extension OutboxLine {
    /// Makes a line for a file whose bytes the outbox has stored.
    ///
    /// - Parameters:
    ///   - id: the identifier under which the bytes are stored.
    ///   - size: the size in bytes.
    ///   - type: the media type, such as `image/png`.
    ///   - caption: the caption; empty for none.
    static func file(
        id: String, name: String, size: Int64, type: String, pixels: PictureSize?, caption: String = "",
        chatID: String, thread: ThreadTarget?, now: Int64
    ) -> OutboxLine {
        let kind = Message.Kind(fileOfType: type)
        let content = fileContent(
            kind, name: name, size: size, type: type, pixels: pixels, caption: caption, thread: thread)
        return OutboxLine(
            id: id, chatID: chatID, type: "m.room.message", kind: kind, body: caption.isEmpty ? name : caption,
            content: content.serializedText, acceptedAt: now, state: .queued, file: OutboxFile(size: size))
    }
}

extension OutboxLine {
    /// The file as the server has it; `nil` before the upload.
    var attachedFile: AttachedFile? {
        guard let upload = file?.upload, let content = try? JSONValue(parsing: content) else { return nil }
        return upload.added(to: content).flatMap(AttachedFile.init(content:))
    }

    /// The caption of the file; `nil` if there is no caption or no file.
    package var caption: String? {
        guard file != nil, let content = try? JSONValue(parsing: content) else { return nil }
        return content["filename"]?.string == body ? nil : body
    }
}

extension OutboxLine {
    /// Returns the content without the address, which is known after the upload (client-server API, "m.image",
    /// "m.file", "Media captions").
    private static func fileContent(
        _ kind: Message.Kind, name: String, size: Int64, type: String, pixels: PictureSize?, caption: String,
        thread: ThreadTarget?
    ) -> JSONValue {
        var info: JSONValue = ["size": .integer(size), "mimetype": .string(type)]
        if let pixels {
            info["w"] = .integer(pixels.width)
            info["h"] = .integer(pixels.height)
        }
        var content: JSONValue = [
            "msgtype": .string(kind.fileMessageType), "body": .string(caption.isEmpty ? name : caption),
            "filename": .string(name), "info": info, "m.mentions": .emptyObject,
        ]
        if let thread { content["m.relates_to"] = thread.relation }
        return content
    }
}

extension Message.Kind {
    fileprivate init(fileOfType type: String) {
        switch type.prefix(while: { $0 != "/" }) {
        case "image": self = .picture
        case "video": self = .video
        case "audio": self = .sound
        default: self = .file
        }
    }

    fileprivate var fileMessageType: String {
        switch self {
        case .picture: "m.image"
        case .video: "m.video"
        case .sound: "m.audio"
        default: "m.file"
        }
    }
}

extension OutboxFile.Upload {
    var isSealed: Bool {
        if case .sealed = self { true } else { false }
    }

    /// Returns the content with the address of the uploaded file; `nil` if the stored JSON can't be parsed.
    func added(to content: JSONValue) -> JSONValue? {
        var content = content
        switch self {
        case .inClear(let address): content["url"] = .string(address)
        case .sealed(let json):
            guard let file = try? JSONValue(parsing: json) else { return nil }
            content["file"] = file
        }
        return content
    }
}
