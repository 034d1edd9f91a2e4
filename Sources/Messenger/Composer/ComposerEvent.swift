package import ViewModels

/// What a person writes.
package enum ComposerEvent: RoutedEvent {
    /// The text as it stands, after a pause or on leaving the field.
    case edited(text: String, of: ComposerPlace)
    /// The text was accepted with Enter.
    case submitted(text: String, of: ComposerPlace)
    /// Somebody said yes to what was asked about the text.
    case confirmed(text: String, of: ComposerPlace)
    /// The next line is no answer and no edit after all.
    case purposeCancelled
    /// A line could not be put on disk, or a command not be done; the text comes back.
    case notKept(TypedLine, ComposerNotice)
    /// Words come back that were withdrawn or left, or come from elsewhere.
    case givenBack(TypedLine, saying: ComposerNotice? = nil)
    /// One of the own lines is asked for.
    case recalling(ComposerViewModel.Recall, of: ComposerPlace)
    /// Own lines of a chat came from disk, newest first.
    case recalled(OwnLinePage)
    /// The server did what a command asked for.
    case commandDone(ComposerNotice, chatID: String)
}
