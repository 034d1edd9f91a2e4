package import MatrixAPI
import ViewModels

/// What was taken in for a chat, as programs read it, and as a line for people.
package struct ImportedChat: Hashable, Sendable {
    /// Here; see ``Chat/importedID(of:)``.
    let id: String
    /// In which it was said.
    let chatID: String
    /// As lists show it.
    let name: String
    let messageCount: Int
    /// Of those, how many were not here before.
    let newCount: Int

    /// As confab-cli(7) describes it.
    package var json: JSONValue {
        [
            "id": .string(id), "chat": .string(chatID), "name": .string(name),
            "messages": .integer(Int64(messageCount)), "new": .integer(Int64(newCount)),
        ]
    }

    /// From ``json``; `nil` where it is something else.
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
