/// What somebody without a screen asks for.
package enum ScriptEvent: RoutedEvent {
    /// A line is to be sent, of which whoever asks waits to hear.
    case sending(ScriptLine)
    /// A line could not be put on disk, and is nowhere.
    case notKept(id: String, FailureReason)
}
