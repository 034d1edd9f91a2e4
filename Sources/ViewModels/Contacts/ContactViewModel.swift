/// A contact, wherever it is kept.
package protocol ContactViewModel {
    var name: DisplayText { get }
    /// The Matrix ID.
    var detail: DisplayText { get }
    var note: DisplayText { get }
    /// Where it is kept, as in `on this device`.
    var place: DisplayText { get }
    /// Whether there is a chat with this person.
    var hasChat: Bool { get }
    var shouldShowBusy: Bool { get }
    var busyText: DisplayText { get }
    var shouldShowError: Bool { get }
    var errorText: DisplayText { get }
    /// What to ask before ``delete``.
    var question: DisplayText { get }
    /// Goes to the chat with this person, or makes one.
    var open: Action<Void> { get }
    var edit: Action<Void> { get }
    var delete: Action<Void> { get }
}
