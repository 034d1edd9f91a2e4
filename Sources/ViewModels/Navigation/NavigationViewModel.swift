/// The current screen, and the actions available from anywhere.
package struct NavigationViewModel {
    package enum Screen: CaseIterable, Hashable, Sendable {
        /// The question for a name, before there is an account.
        case firstRun
        /// The login to a homeserver, in place of the first run.
        case login
        /// The chat list beside (or in place of) the open chat.
        case chats
        /// The facts and members of the open chat.
        case chatDetails
        /// The form for a new chat.
        case createChat
        /// The list of contacts, and the form for one of them.
        case contacts, editContact
        /// The account's devices.
        case devices
        /// An emoji verification or a request for one.
        case verification
        /// The verification and key backup of this device.
        case security
        /// The sharing of the server inside the program.
        case share
    }

    /// The content of the right-hand part of ``Screen/chats``.
    package enum Detail: Hashable, Sendable { case nothing, chat, invitation }

    /// A row of the chat list to go to.
    package struct Goal: Hashable, Sendable {
        package let row: ChatListItemID
        /// Changes each time, even for the same row.
        package let number: Int

        package init(row: ChatListItemID, number: Int) {
            self.row = row
            self.number = number
        }
    }

    package let screen: Screen
    package let detail: Detail
    /// Increases each time a chat is opened, so that a narrow layout shows it and the composer takes the focus.
    package let openedCount: Int
    /// When this changes, the list takes the focus and selects the row.
    package var goal: Goal?
    /// Increases each time help is opened by a command.
    package let helpCount: Int
    /// Names of actions run from the list of commands, the last one first.
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

    /// The closures for actions in the binding table that don't belong to a pane's own view model.
    package struct Actions {
        package var newChat: Action<Void> = .unavailable(.words("navigation.not-now"))
        /// Opens the list of chats to go to.
        package var goToChat: Action<Void> = .unavailable(.words("navigation.not-now"))
        /// Opens the server's public room directory.
        package var findChats: Action<Void> = .unavailable(.words("navigation.not-now"))
        package var search: Action<Void> = .unavailable(.words("navigation.not-now"))
        package var contacts: Action<Void> = .unavailable(.words("navigation.not-now"))
        /// Adds the other person of the open chat to the contacts.
        package var keepContact: Action<Void> = .unavailable(.words("navigation.not-now"))
        /// Shows the account's devices.
        package var devices: Action<Void> = .unavailable(.words("navigation.not-now"))
        package var nextChat: Action<Void> = .unavailable(.words("navigation.not-now"))
        package var previousChat: Action<Void> = .unavailable(.words("navigation.not-now"))
        /// Returns the action that opens the chat at a place in the list, counted from 1.
        package var chatAtPlace: @MainActor (Int) -> Action<Void> = { _ in .unavailable(.words("navigation.not-now")) }
        package var catchUp: Action<Void> = .unavailable(.words("navigation.not-now"))
        package var lastVisited: Action<Void> = .unavailable(.words("navigation.not-now"))
        package var chatDetails: Action<Void> = .unavailable(.words("navigation.not-now"))
        package var attach: Action<Void> = .unavailable(.words("navigation.not-now"))
        /// Lists the threads of the open chat.
        package var threads: Action<Void> = .unavailable(.words("navigation.not-now"))
        /// Goes to the chat that replaces the open one, and joins it first if needed.
        package var followChat: Action<Void> = .unavailable(.words("navigation.not-now"))
        /// Requests an emoji verification with the other person of the open chat.
        package var verify: Action<Void> = .unavailable(.words("navigation.not-now"))
        /// Shows the verification and key backup of this device.
        package var security: Action<Void> = .unavailable(.words("navigation.not-now"))
        /// Shows the sharing of the server inside the program.
        package var share: Action<Void> = .unavailable(.words("navigation.not-now"))
        package var leaveChat: Action<Void> = .unavailable(.words("navigation.not-now"))
        package var logIn: Action<Void> = .unavailable(.words("navigation.not-now"))
        /// Logs in to an additional account beside this one.
        package var addAccount: Action<Void> = .unavailable(.words("navigation.not-now"))
        /// Closes the account in the window; it stays on disk.
        package var closeAccount: Action<Void> = .unavailable(.words("navigation.not-now"))
        /// Reports the name of an action run from the list of commands.
        package var commandRan: Action<String> = .unavailable(.words("navigation.not-now"))
        /// Reports that the help screen was opened.
        package var helpOpened: Action<Void> = .unavailable(.words("navigation.not-now"))
        /// Returns from a form to the chats.
        package var back: Action<Void> = .unavailable(.words("navigation.not-now"))
        package var quit: Action<Void> = .unavailable(.words("navigation.not-now"))
        /// Reports whether the terminal has the focus.
        package var focusChanged: Action<Bool> = .unavailable(.words("navigation.not-now"))
        /// Reports a key press, for terminals that never report focus.
        package var keyPressed: Action<Void> = .unavailable(.words("navigation.not-now"))

        package init() {}
    }
}
