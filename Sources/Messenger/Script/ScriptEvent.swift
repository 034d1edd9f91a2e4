package import Conversations

/// What somebody without a screen asks for.
package enum ScriptEvent: RoutedEvent {
    /// A line is to be sent, of which whoever asks waits to hear.
    case sending(ScriptLine)
    /// The same of a file.
    case sendingFile(ScriptFile)
    /// What was named can't be sent.
    case noFile(id: String, FileProblem)
    /// A line could not be put on disk, and is nowhere.
    case notKept(id: String, FailureReason)
    /// A file's messages are to be taken in.
    ///
    /// - path: from the root, as the folder where files lie that they name.
    case importing(id: String, path: String, folder: String?)
    case imported(id: String, ImportOutcome)
}
