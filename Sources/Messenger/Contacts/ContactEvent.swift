import Conversations

/// Changes of contacts and requests of the user about them.
enum ContactEvent: RoutedEvent {
    /// The user opens the list of contacts.
    case shown
    /// Contacts were loaded from disk, sorted by name.
    case loaded([KnownContact])
    /// A sync changed the contacts on disk.
    case arrived
    case filtered(text: String)
    /// The user opens the chat with a contact.
    case opened(Contact)
    case deleting(Contact.ID)
    case deleted(Contact.ID)
    /// The homeserver did not delete the contact.
    case failedDeleting(Contact.ID, FailureReason)
}
