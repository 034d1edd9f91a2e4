import Conversations
import ViewModels

/// What happens on the form for a contact.
enum EditContactEvent: RoutedEvent {
    /// Somebody wants a new contact; of a person where they are known.
    case adding(ChatPerson?)
    case editing(Contact)
    case changed(EditContactViewModel.Fields)
    case switchedPlace
    case saving(EditContactViewModel.Fields)
    case saved(Contact)
    case failedSaving(Contact, FailureReason)
    case cancelled
}
