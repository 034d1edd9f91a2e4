package import MatrixAPI
import ViewModels

/// The import result of a chat, as JSON for programs and as text for people.
package struct ImportedChat: Hashable, Sendable {
    /// The identifier on this device; see ``Chat/importedID(of:)``.
    let id: String
    /// The original identifier of the chat.
    let chatID: String
    /// The name as lists show it.
    let name: String
    let messageCount: Int
    /// The number of messages that were new on this device.
    let newCount: Int

    /// The result as JSON, as described in confab-cli(7).
    package var json: JSONValue {
        [
            "id": .string(id), "chat": .string(chatID), "name": .string(name),
            "messages": .integer(Int64(messageCount)), "new": .integer(Int64(newCount)),
        ]
    }

    /// Parses the result of ``json``; `nil` if it is invalid.
    package init?(_ json: JSONValue) {
        guard let id = json["id"]?.string, let chatID = json["chat"]?.string, let name = json["name"]?.string,
            let messageCount = json["messages"]?.count, let newCount = json["new"]?.count
        else { return nil }
        self.init(id: id, chatID: chatID, name: name, messageCount: messageCount, newCount: newCount)
    }

    init(id: String, chatID: String, name: String, messageCount: Int, newCount: Int) {
        self.id = id
        self.chatID = chatID
        self.name = name
        self.messageCount = messageCount
        self.newCount = newCount
    }

    package var line: String {
        .words(
            "import.taken",
            [
                "chat": DisplayText(sanitizing: name).string, "new": String(newCount),
            ], count: messageCount)
    }
}
