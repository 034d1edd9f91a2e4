import Conversations
import MatrixAPI
import ViewModels

/// What happens on the form for a contact.
enum EditContactEvent: RoutedEvent {
    /// Somebody wants a new contact; of a person where they are known.
    case adding(ChatPerson?)
    case editing(Contact)
    case changed(EditContactViewModel.Fields)
    case switchedPlace
    case saving(EditContactViewModel.Fields)
    /// Who is meant by what was typed with capitals.
    case settled(UserID, Contact)
    case saved(Contact)
    case failedSaving(Contact, FailureReason)
    case cancelled
}
