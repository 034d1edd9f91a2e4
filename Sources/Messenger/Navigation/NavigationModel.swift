import ViewModels

/// Which screen is shown.
@MainActor
final class NavigationModel {
    /// A list that lies over the screen to choose from.
    enum Picker: Hashable { case chatToGoTo, roomDirectory, threads, search, files }

    /// What the page shows that lies over the screen.
    enum Page: Hashable { case story, settingProblems, unsentFile }

    private(set) var screen = NavigationViewModel.Screen.chats
    /// From where the form for a new chat was opened.
    private(set) var screenBeforeForm = NavigationViewModel.Screen.chats
    /// Rises each time a chat was opened.
    private(set) var openedCount = 0
    /// The row of the list that somebody went to last, unless they opened a chat since.
    private(set) var goal: NavigationViewModel.Goal?
    private var goalCount = 0
    private(set) var picker: Picker?
    /// Rises each time a list was opened.
    private(set) var pickerCount = 0
    /// The page that was asked for last.
    private(set) var page = Page.story
    /// Rises each time a command asked for help.
    private(set) var helpCount = 0

    func show(_ screen: NavigationViewModel.Screen) {
        if screen == .createChat, self.screen != .createChat { screenBeforeForm = self.screen }
        self.screen = screen
        picker = nil
    }

    func open(_ picker: Picker) {
        self.picker = picker
        pickerCount += 1
    }

    func open(_ page: Page) { self.page = page }

    func goTo(_ row: ChatListItemID) {
        show(.chats)
        goalCount += 1
        goal = NavigationViewModel.Goal(row: row, number: goalCount)
    }

    func closePicker() { picker = nil }

    func askForHelp() { helpCount += 1 }

    func chatWasOpened() {
        screen = .chats
        picker = nil
        goal = nil
        openedCount += 1
    }

    /// Nobody is taken away from what they look at.
    func chatOpenedByItself() {
        if screen == .chats, picker == nil { chatWasOpened() }
    }
}
