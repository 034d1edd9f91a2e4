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
    case firstRun
    case login
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
        case .chatList: "In the chat list"
        case .chatFilter: "In the filter of the list"
        case .chatName: "At a chat's new name"
        case .composer, .emptyComposer: "While you write"
        case .selection: "At a selected message"
        case .completion: "While something can be completed"
        case .prefix: "After ^X"
        case .invitation: "At an invitation"
        case .createChat, .addingMember: "At a new chat"
        case .contacts: "In the contacts"
        case .editContact: "At a contact"
        case .chatDetails: "At a chat's details"
        case .chatDetailsField: "While you change a chat's details"
        case .firstRun: "At the first start"
        case .login: "While you log in"
        case .menu: "In the menu"
        case .help: "In this help"
        case .fuzzyList: "In a list to choose from"
        case .confirmation: "At a question"
        case .question: "At a question for words"
        case .page: "In a page"
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
    package static let lettered: Set = [.confirmation, .invitation, .menu, .prefix]
    package static let textFields: Set = [
        .chatFilter, .chatName, .composer, .emptyComposer, .completion, .createChat, .addingMember, .contacts,
        .editContact, .chatDetailsField, .firstRun, .login, .help, .fuzzyList, .question,
    ]
}
