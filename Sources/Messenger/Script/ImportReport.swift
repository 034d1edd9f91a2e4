import Conversations
package import MatrixAPI
import ViewModels

/// The report of an import.
package struct ImportReport: Hashable, Sendable {
    /// The chats, in the order of the file.
    package let chats: [ImportedChat]
    /// The first lines that were not imported, with their numbers and reasons.
    let problems: [Problem]
    /// The total number of lines that were not imported.
    let problemCount: Int
    /// The first messages that were imported without their file, and their total number.
    let filesMissing: [Problem]
    let filesMissingCount: Int
    /// The chats after the import.
    let changed: [Chat]

    struct Problem: Hashable, Sendable {
        let line: Int
        let problem: ImportedLineError
    }

    /// The maximum number of listed problems. Further ones are only counted.
    static let maxProblems = 20

    /// The problems, one in each line; empty if everything was imported.
    package var lines: [String] {
        let named = problems.map { problem -> String in
            .words("import.line", ["line": String(problem.line), "reason": problem.problem.text])
        }
        let others = problemCount - problems.count
        let withoutFile = filesMissing.map { problem -> String in
            .words("import.line-without-file", ["line": String(problem.line), "reason": problem.problem.text])
        }
        let otherFiles = filesMissingCount - filesMissing.count
        return named + (others > 0 ? [.words("import.other-lines", count: others)] : [])
            + withoutFile + (otherFiles > 0 ? [.words("import.other-files", count: otherFiles)] : [])
    }
}

/// The result of an import, as reported to its caller.
package typealias ImportOutcome = Result<ImportReport, ImportError>

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
