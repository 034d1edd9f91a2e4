package import Conversations
package import Engine

/// Requests from programs without a screen.
package enum ScriptEvent: RoutedEvent {
    /// Sends a line. The caller waits for its result.
    case sending(ScriptLine)
    /// Sends a file. The caller waits for its result.
    case sendingFile(ScriptFile)
    /// The named file can't be sent.
    case noFile(id: String, OutboxFileError)
    /// A line could not be written to disk, and is lost.
    case notKept(id: String, FailureReason)
    /// Imports messages from a file.
    ///
    /// - path: the absolute path. The folder with the files of messages is absolute too.
    case importing(id: String, path: String, folder: String?)
    case imported(id: String, ImportOutcome)
}

/// A request to send a file to a chat, from a program without a screen.
package struct ScriptFile: Hashable, Sendable {
    /// The transaction ID of the line.
    package let id: String
    package let chatID: String
    /// The literal path, without any expansion.
    package let path: String
    /// The caption; empty for none.
    package let caption: String

    package init(id: String, chatID: String, path: String, caption: String) {
        self.id = id
        self.chatID = chatID
        self.path = path
        self.caption = caption
    }
}

/// A request to send a text to a chat, from a program without a screen. It is never parsed as a command.
package struct ScriptLine: Hashable, Sendable {
    /// The transaction ID of the line.
    package let id: String
    package let chatID: String
    package let text: String

    package init(id: String, chatID: String, text: String) {
        self.id = id
        self.chatID = chatID
        self.text = text
    }

    /// The maximum length in bytes.
    package static let maximumBytes = ComposedLine.maximumBytes
}
