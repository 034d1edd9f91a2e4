/// What a person writes.
package enum ComposerEvent {
    /// The text as it stands, after a pause or on leaving the field.
    case edited(text: String)
    /// The text was accepted with Enter.
    case submitted(text: String)
    /// The next line is no answer and no edit after all.
    case purposeCancelled
    /// A line could not be put on disk; the text comes back.
    case notKept(text: String, chatID: String, reason: String)
}
