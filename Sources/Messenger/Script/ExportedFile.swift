import Conversations
import MatrixAPI

/// The file that an exported message brings.
struct ExportedFile: Hashable, Sendable {
    enum Place: Hashable, Sendable {
        /// Nobody wanted it.
        case nowhere
        /// From where the export lies. It may be shown where it is of a kind that runs nothing.
        case saved(path: String, ShownKind?)
        case missing(reason: String)
    }

    /// As its sender says; text from outside, as the type.
    let name: String
    let type: String?
    let size: Int64?
    var place = Place.nowhere

    /// - Returns: `nil` where the message brings none.
    init?(_ message: Message) {
        guard message.kind.isFile, !message.isRemoved else { return nil }
        let content = (try? JSONValue(parsing: message.source))?["content"]
        name = content?["filename"]?.string ?? content?["body"]?.string ?? message.body
        type = content?["info"]?["mimetype"]?.string
        size = content?["info"]?["size"]?.wholeNumber.flatMap { $0 > 0 ? $0 : nil }
    }

    /// As confab-cli(7) describes it.
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
