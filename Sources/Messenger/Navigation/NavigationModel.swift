import Engine
package import ViewModels

/// Events of moving between chats and screens.
package enum NavigationEvent: RoutedEvent {
    case next
    case previous
    /// Opens the chat at this position of the list, counted from 1.
    case place(Int)
    case catchUp
    case lastVisited
    case newChat
    /// Opens the list of chats to go to.
    case goTo
    /// Closes a list or form and returns to the previous screen.
    case back
    case helpOpened
}

/// The state of navigation: the current screen, picker and page.
package struct NavigationModel {
    /// A list on top of the screen to choose from.
    package enum Picker: Hashable { case chatToGoTo, roomDirectory, threads, search, files }

    /// The contents of the page on top of the screen.
    package enum Page: Hashable { case story, settingProblems, unsentFile }

    package private(set) var screen = NavigationViewModel.Screen.chats
    /// The screen from which the form for a new chat was opened.
    private(set) var screenBeforeForm = NavigationViewModel.Screen.chats
    /// Counts how often a chat was opened.
    package private(set) var openedCount = 0
    /// The row of the chat list that the user went to last; `nil` if a chat was opened since.
    package private(set) var goal: NavigationViewModel.Goal?
    private var goalCount = 0
    package private(set) var picker: Picker?
    /// Counts how often a picker was opened.
    package private(set) var pickerCount = 0
    /// The page that was requested last; `nil` before the first.
    package private(set) var page: Page?
    /// Counts how often a command requested the help.
    package private(set) var helpCount = 0

    mutating func show(_ screen: NavigationViewModel.Screen) {
        if screen == .createChat, self.screen != .createChat { screenBeforeForm = self.screen }
        self.screen = screen
        picker = nil
    }

    mutating func open(_ picker: Picker) {
        self.picker = picker
        pickerCount += 1
    }

    mutating func open(_ page: Page) { self.page = page }

    mutating func goTo(_ row: ChatListItemID) {
        show(.chats)
        goalCount += 1
        goal = NavigationViewModel.Goal(row: row, number: goalCount)
    }

    mutating func closePicker() { picker = nil }

    mutating func askForHelp() { helpCount += 1 }

    mutating func chatWasOpened() {
        screen = .chats
        picker = nil
        goal = nil
        openedCount += 1
    }

    /// Shows a chat that was opened automatically, but only if the user looks at the chats. It closes no other screen
    /// or picker.
    mutating func chatOpenedByItself() {
        if screen == .chats, picker == nil { chatWasOpened() }
    }
}
