import ViewModels

/// Where a key is pressed: what has the focus, or what lies over it.
package enum PaneContext: String, CaseIterable, Hashable, Sendable {
    case chatList
    /// The field over the list that filters it.
    case chatFilter
    /// The field over the list for a chat's new name.
    case chatName
    case composer
    /// The composer while nothing is written: Home and End then belong to the messages.
    case emptyComposer
    /// A message is selected; who types leaves it and writes.
    case selection
    /// The composer while something can be completed.
    case completion
    /// After `^X`.
    case prefix
    case invitation
    /// The members and facts of a chat.
    case chatDetails
    /// A line that is typed at a chat's details.
    case chatDetailsField
    case createChat
    /// The form for a new chat while somebody is meant whom Enter adds.
    case addingMember
    case contacts
    case editContact
    /// Where the account is logged in.
    case devices
    case firstRun
    case login
    /// Emoji are compared, or somebody asks to.
    case verification
    /// How this device stands for the account's owner, and a line that is typed there.
    case security, securityField
    /// How the server inside the program is shared, and a line that is typed there.
    case share, shareField
    case menu
    case help
    /// A list that is searched by typing, as of commands or of chats to go to.
    case fuzzyList
    case confirmation
    /// A question that is answered with a line, as for the reason of a deletion.
    case question
    /// A page to read, as the story of a message.
    case page

    /// As in `only in the chat list`.
    package var place: String { title.prefix(1).lowercased() + title.dropFirst() }

    /// As a heading of the help screen.
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
    /// All but what lies over something else.
    package static let everywhere = all.subtracting(overlays)
    package static let chats: Set = [
        .chatList, .chatFilter, .chatName, .composer, .emptyComposer, .completion, .selection,
        .invitation,
    ]
    /// The list and the fields over it.
    package static let lists: Set = [.chatList, .chatFilter, .chatName]
    package static let composers: Set = [.composer, .emptyComposer, .completion]
    /// What `^X` leads to as well.
    package static let writers: Set = composers.union([.prefix])
    /// Where messages are scrolled.
    package static let messages: Set = [.composer, .emptyComposer, .completion, .selection]
    /// Where a letter may be an action: it stands on the screen there, and answers only by itself. Anywhere else letters write.
    package static let lettered: Set = [.confirmation, .invitation, .verification, .menu, .prefix]
    package static let textFields: Set = [
        .chatFilter, .chatName, .composer, .emptyComposer, .completion, .createChat, .addingMember, .contacts,
        .editContact, .chatDetailsField, .firstRun, .login, .securityField, .shareField, .help, .fuzzyList,
        .question,
    ]
}
