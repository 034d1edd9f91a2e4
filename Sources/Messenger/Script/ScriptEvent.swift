package import Conversations

/// Requests from programs without a screen.
package enum ScriptEvent: RoutedEvent {
    /// Sends a line. The caller waits for its result.
    case sending(ScriptLine)
    /// Sends a file. The caller waits for its result.
    case sendingFile(ScriptFile)
    /// The named file can't be sent.
    case noFile(id: String, FileProblem)
    /// A line could not be written to disk, and is lost.
    case notKept(id: String, FailureReason)
    /// Imports messages from a file.
    ///
    /// - path: the absolute path. The folder with the files of messages is absolute too.
    case importing(id: String, path: String, folder: String?)
    case imported(id: String, ImportOutcome)
}
