/// Which screen is shown and what can be asked for from anywhere.
package struct NavigationViewModel {
    package enum Screen: CaseIterable, Hashable, Sendable {
        /// The question for a name, before there is an account.
        case firstRun
        /// Logging in to a homeserver, in place of the first run.
        case login
        /// Chat list beside (or before) the open chat.
        case chats
        /// What the open chat is and who is in it.
        case chatDetails
        /// The form for a new chat.
        case createChat
        /// The list of contacts, and the form for one of them.
        case contacts, editContact
        /// Where the account is logged in.
        case devices
        /// Emoji are compared, or somebody asks to.
        case verification
        /// How this device stands for the account's owner.
        case security
        /// How the server inside the program is shared with others.
        case share
    }

    /// What the right-hand part of ``Screen/chats`` shows.
    package enum Detail: Hashable, Sendable { case nothing, chat, invitation }

    /// A row of the chat list that somebody goes to.
    package struct Goal: Hashable, Sendable {
        package let row: ChatListItemID
        /// Another each time, also where it is the same row.
        package let number: Int

        package init(row: ChatListItemID, number: Int) {
            self.row = row
            self.number = number
        }
    }

    package let screen: Screen
    package let detail: Detail
    /// Rises each time a chat was opened, so that a narrow layout can turn to it and the composer take the focus.
    package let openedCount: Int
    /// The list has the focus once it is another one, with this row chosen.
    package var goal: Goal?
    /// Rises each time help is asked for by a command.
    package let helpCount: Int
    /// Names of actions that were run from the list of commands, the last one first.
    package let recentCommands: [String]
    package let actions: Actions

    package init(
        screen: Screen, detail: Detail, openedCount: Int, helpCount: Int = 0, recentCommands: [String] = [],
        actions: Actions
    ) {
        self.screen = screen
        self.detail = detail
        self.openedCount = openedCount
        self.helpCount = helpCount
        self.recentCommands = recentCommands
        self.actions = actions
    }

    /// One closure for each thing that the binding table offers beside those of the panes' own view models.
    package struct Actions {
        package var newChat: Action<Void> = .unavailable(.words("navigation.not-now"))
        /// Opens the list of chats to go to.
        package var goToChat: Action<Void> = .unavailable(.words("navigation.not-now"))
        /// Opens the list of chats that the server lists for everybody.
        package var findChats: Action<Void> = .unavailable(.words("navigation.not-now"))
        package var search: Action<Void> = .unavailable(.words("navigation.not-now"))
        package var contacts: Action<Void> = .unavailable(.words("navigation.not-now"))
        /// Makes a contact of the other person of the open chat.
        package var keepContact: Action<Void> = .unavailable(.words("navigation.not-now"))
        /// Shows where the account is logged in.
        package var devices: Action<Void> = .unavailable(.words("navigation.not-now"))
        package var nextChat: Action<Void> = .unavailable(.words("navigation.not-now"))
        package var previousChat: Action<Void> = .unavailable(.words("navigation.not-now"))
        /// Opens the chat at a place in the list, counted from 1.
        package var chatAtPlace: @MainActor (Int) -> Action<Void> = { _ in .unavailable(.words("navigation.not-now")) }
        package var catchUp: Action<Void> = .unavailable(.words("navigation.not-now"))
        package var lastVisited: Action<Void> = .unavailable(.words("navigation.not-now"))
        package var chatDetails: Action<Void> = .unavailable(.words("navigation.not-now"))
        /// Lists the threads of the open chat.
        package var attach: Action<Void> = .unavailable(.words("navigation.not-now"))
        package var threads: Action<Void> = .unavailable(.words("navigation.not-now"))
        /// Goes to where the open chat goes on, and joins it first where one isn't in it.
        package var followChat: Action<Void> = .unavailable(.words("navigation.not-now"))
        /// Asks the other person of the open chat to compare emoji.
        package var verify: Action<Void> = .unavailable(.words("navigation.not-now"))
        /// Shows how this device stands for the account's owner.
        package var security: Action<Void> = .unavailable(.words("navigation.not-now"))
        /// Shows how the server inside the program is shared.
        package var share: Action<Void> = .unavailable(.words("navigation.not-now"))
        package var leaveChat: Action<Void> = .unavailable(.words("navigation.not-now"))
        package var logIn: Action<Void> = .unavailable(.words("navigation.not-now"))
        /// Logs in to one more account, which then stands beside this one.
        package var addAccount: Action<Void> = .unavailable(.words("navigation.not-now"))
        /// Takes the account from the window; it stays on disk.
        package var closeAccount: Action<Void> = .unavailable(.words("navigation.not-now"))
        /// Tells the name of an action that was run from the list of commands.
        package var commandRan: Action<String> = .unavailable(.words("navigation.not-now"))
        /// Tells that the help screen was opened.
        package var helpOpened: Action<Void> = .unavailable(.words("navigation.not-now"))
        /// Back to the chats from a form.
        package var back: Action<Void> = .unavailable(.words("navigation.not-now"))
        package var quit: Action<Void> = .unavailable(.words("navigation.not-now"))
        /// Whether the terminal has the focus, as it reported.
        package var focusChanged: Action<Bool> = .unavailable(.words("navigation.not-now"))
        /// A key was pressed, for terminals that never report focus.
        package var keyPressed: Action<Void> = .unavailable(.words("navigation.not-now"))

        package init() {}
    }
}
