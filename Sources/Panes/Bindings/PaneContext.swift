import ViewModels

/// The context in which a key is pressed: the focused pane, or the overlay above it.
package enum PaneContext: String, CaseIterable, Hashable, Sendable {
    case chatList
    /// The filter field above the list.
    case chatFilter
    /// The field above the list for a chat's new name.
    case chatName
    case composer
    /// The composer while it is empty: Home and End then scroll the messages.
    case emptyComposer
    /// A message is selected. Typing text clears the selection and writes into the composer.
    case selection
    /// The composer while the completion list is open.
    case completion
    /// After `^X`.
    case prefix
    case invitation
    /// The members and facts of a chat.
    case chatDetails
    /// A text field within the details of a chat.
    case chatDetailsField
    case createChat
    /// The form for a new chat while Enter would add a person.
    case addingMember
    case contacts
    case editContact
    /// The list of the account's devices.
    case devices
    case firstRun
    case login
    /// An emoji verification or a request for one.
    case verification
    /// The verification and key backup of this device, and a text field within that screen.
    case security, securityField
    /// The sharing of the server inside the program, and a text field within it.
    case share, shareField
    case menu
    case help
    /// A list that is searched by typing, as of commands or chats.
    case fuzzyList
    case confirmation
    /// A question that is answered with a line of text, such as the reason for a deletion.
    case question
    /// A page of text, such as the history of a message.
    case page

    /// The name within a sentence, as in `only in the chat list`.
    package var place: String { title.prefix(1).lowercased() + title.dropFirst() }

    /// The heading on the help screen.
    package var title: String {
        switch self {
        case .chatList: .words("pane.chat-list")
        case .chatFilter: .words("pane.chat-filter")
        case .chatName: .words("pane.chat-name")
        case .composer, .emptyComposer: .words("pane.composer")
        case .selection: .words("pane.selection")
        case .completion: .words("pane.completion")
        case .prefix: .words("pane.prefix")
        case .invitation: .words("pane.invitation")
        case .createChat, .addingMember: .words("pane.create-chat")
        case .contacts: .words("pane.contacts")
        case .editContact: .words("pane.edit-contact")
        case .devices: .words("pane.devices")
        case .chatDetails: .words("pane.chat-details")
        case .chatDetailsField: .words("pane.chat-details-field")
        case .firstRun: .words("pane.first-run")
        case .login: .words("pane.login")
        case .verification: .words("pane.verification")
        case .security: .words("pane.security")
        case .securityField: .words("pane.security-field")
        case .share: .words("pane.share")
        case .shareField: .words("pane.share-field")
        case .menu: .words("pane.menu")
        case .help: .words("pane.help")
        case .fuzzyList: .words("pane.fuzzy-list")
        case .confirmation: .words("pane.confirmation")
        case .question: .words("pane.question")
        case .page: .words("pane.page")
        }
    }
}

extension Set<PaneContext> {
    package static let all = Set(PaneContext.allCases)
    package static let overlays: Set = [.prefix, .menu, .help, .fuzzyList, .confirmation, .question, .page]
    /// All contexts except overlays.
    package static let everywhere = all.subtracting(overlays)
    package static let chats: Set = [
        .chatList, .chatFilter, .chatName, .composer, .emptyComposer, .completion, .selection,
        .invitation,
    ]
    /// The list and the fields above it.
    package static let lists: Set = [.chatList, .chatFilter, .chatName]
    package static let composers: Set = [.composer, .emptyComposer, .completion]
    /// The contexts of actions that are also behind `^X`.
    package static let writers: Set = composers.union([.prefix])
    /// The contexts in which messages are scrolled.
    package static let messages: Set = [.composer, .emptyComposer, .completion, .selection]
    /// The contexts in which a single letter may run an action. The letter is shown on the screen there, and runs the
    /// action only if no other key follows. In all other contexts letters write text.
    package static let lettered: Set = [.confirmation, .invitation, .verification, .menu, .prefix]
    package static let textFields: Set = [
        .chatFilter, .chatName, .composer, .emptyComposer, .completion, .createChat, .addingMember, .contacts,
        .editContact, .chatDetailsField, .firstRun, .login, .securityField, .shareField, .help, .fuzzyList,
        .question,
    ]
}
