/// A contact, saved on this device or in the account.
package protocol ContactViewModel {
    var name: DisplayText { get }
    /// The Matrix ID.
    var detail: DisplayText { get }
    var note: DisplayText { get }
    /// The place where it is saved, as in `on this device`.
    var place: DisplayText { get }
    /// Whether there is a chat with this person.
    var hasChat: Bool { get }
    var shouldShowBusy: Bool { get }
    var busyText: DisplayText { get }
    var shouldShowError: Bool { get }
    var errorText: DisplayText { get }
    /// The question before ``delete``.
    var question: DisplayText { get }
    /// Opens the chat with this person, or creates one.
    var open: Action<Void> { get }
    var edit: Action<Void> { get }
    var delete: Action<Void> { get }
}
