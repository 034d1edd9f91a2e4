import Conversations

/// What happened to contacts, or is asked of them.
enum ContactEvent: RoutedEvent {
    /// Somebody wants to see the contacts.
    case shown
    /// Contacts came from disk, by name.
    case loaded([KnownContact])
    /// A sync changed what is on disk.
    case arrived
    case filtered(text: String)
    /// Somebody wants to talk with a contact.
    case opened(Contact)
    case deleting(Contact.ID)
    case deleted(Contact.ID)
    /// The homeserver keeps the contact.
    case failedDeleting(Contact.ID, FailureReason)
}
