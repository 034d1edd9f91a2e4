package import ViewModels

/// Events of the composer.
package enum ComposerEvent: RoutedEvent {
    /// The current text, after a pause or when the field loses focus.
    case edited(text: String, of: ComposerPlace)
    /// The text was accepted with Enter.
    case submitted(text: String, of: ComposerPlace)
    /// The user confirmed the question about the text.
    case confirmed(text: String, of: ComposerPlace)
    /// Cancels a reply or an edit.
    case purposeCancelled
    /// A line could not be stored or a command failed; the text is returned to the composer.
    case notKept(TypedLine, ComposerNotice)
    /// A text is put into the composer: a withdrawn line, an abandoned text or one from elsewhere.
    case givenBack(TypedLine, saying: ComposerNotice? = nil)
    /// The user asks for one of their own lines.
    case recalling(ComposerViewModel.Recall, of: ComposerPlace)
    /// Own lines of a chat were loaded from disk, newest first.
    case recalled(OwnLinePage)
    /// The server ran a command.
    case commandDone(ComposerNotice, chatID: String)
}
