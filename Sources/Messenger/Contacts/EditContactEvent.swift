import Conversations
import MatrixAPI
import ViewModels

/// Events of the form for a contact.
enum EditContactEvent: RoutedEvent {
    /// The user adds a contact, for a certain person if one is given.
    case adding(ChatPerson?)
    case editing(Contact)
    case changed(EditContactViewModel.Fields)
    case switchedPlace
    case saving(EditContactViewModel.Fields)
    /// The Matrix ID that a typed ID with capitals stands for.
    case settled(UserID, Contact)
    case saved(Contact)
    case failedSaving(Contact, FailureReason)
    case cancelled
}
