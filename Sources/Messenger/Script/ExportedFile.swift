import Conversations
import MatrixAPI

/// The file of an exported message.
struct ExportedFile: Hashable, Sendable {
    enum Place: Hashable, Sendable {
        /// The file was not requested.
        case nowhere
        /// The path is relative to the export. The kind is set if the file is safe to open.
        case saved(path: String, ShownKind?)
        case missing(reason: String)
    }

    /// The name from the sender. Like the type it is text from outside.
    let name: String
    let type: String?
    let size: Int64?
    var place = Place.nowhere

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
