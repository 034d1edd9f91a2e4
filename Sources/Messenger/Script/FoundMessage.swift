package import MatrixAPI
import ViewModels

/// A search result, as JSON for programs and as text for people.
package struct FoundMessage: Hashable, Sendable {
    let chatName: String
    let record: MessageRecord

    /// The message as JSON with its chat's name, as described in confab-cli(7).
    package var json: JSONValue {
        var json = record.json
        json["chat_name"] = .string(chatName)
        return json
    }

    /// The text, with the chat's name in front, as grep does with file names.
    package var lines: [String] {
        let chat = DisplayText(sanitizing: chatName).string
        return record.lines.enumerated().map { $0.offset == 0 ? chat + ": " + $0.element : $0.element }
    }
}
