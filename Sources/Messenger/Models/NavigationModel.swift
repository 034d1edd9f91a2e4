import ViewModels

/// Which screen is shown.
@MainActor
final class NavigationModel {
    /// A list that lies over the screen to choose from.
    enum Picker: Hashable { case chatToGoTo }

    private(set) var screen = NavigationViewModel.Screen.chats
    /// Rises each time a chat was opened.
    private(set) var openedCount = 0
    private(set) var picker: Picker?
    /// Rises each time a list was opened.
    private(set) var pickerCount = 0
    /// Rises each time a command asked for help.
    private(set) var helpCount = 0

    func show(_ screen: NavigationViewModel.Screen) {
        self.screen = screen
        picker = nil
    }

    func open(_ picker: Picker) {
        self.picker = picker
        pickerCount += 1
    }

    func closePicker() { picker = nil }

    func askForHelp() { helpCount += 1 }

    func chatWasOpened() {
        screen = .chats
        picker = nil
        openedCount += 1
    }
}
