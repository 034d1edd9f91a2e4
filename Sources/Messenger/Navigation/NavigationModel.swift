import ViewModels

/// The state of navigation: the current screen, picker and page.
struct NavigationModel {
    /// A list on top of the screen to choose from.
    enum Picker: Hashable { case chatToGoTo, roomDirectory, threads, search, files }

    /// The contents of the page on top of the screen.
    enum Page: Hashable { case story, settingProblems, unsentFile }

    private(set) var screen = NavigationViewModel.Screen.chats
    /// The screen from which the form for a new chat was opened.
    private(set) var screenBeforeForm = NavigationViewModel.Screen.chats
    /// Counts how often a chat was opened.
    private(set) var openedCount = 0
    /// The row of the chat list that the user went to last; `nil` if a chat was opened since.
    private(set) var goal: NavigationViewModel.Goal?
    private var goalCount = 0
    private(set) var picker: Picker?
    /// Counts how often a picker was opened.
    private(set) var pickerCount = 0
    /// The page that was requested last; `nil` before the first.
    private(set) var page: Page?
    /// Counts how often a command requested the help.
    private(set) var helpCount = 0

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
