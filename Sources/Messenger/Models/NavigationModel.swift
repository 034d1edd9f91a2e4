import ViewModels

/// Which screen is shown.
@MainActor
final class NavigationModel {
    private(set) var screen = NavigationViewModel.Screen.chats
    /// Rises each time a chat was opened.
    private(set) var openedCount = 0

    func show(_ screen: NavigationViewModel.Screen) { self.screen = screen }

    func chatWasOpened() {
        screen = .chats
        openedCount += 1
    }
}
