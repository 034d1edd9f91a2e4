package import MatrixAPI
import ViewModels

/// What a search found, as programs read it, and as lines for people.
package struct FoundMessage: Hashable, Sendable {
    let chatName: String
    let record: MessageRecord

    /// As confab-cli(7) describes it: a message, with its chat's name.
    package var json: JSONValue {
        var json = record.json
        json["chat_name"] = .string(chatName)
        return json
    }

    /// The chat stands first, as a file's name does before what was found in it.
    package var lines: [String] {
        let chat = DisplayText(sanitizing: chatName).string
        return record.lines.enumerated().map { $0.offset == 0 ? chat + ": " + $0.element : $0.element }
    }
}
