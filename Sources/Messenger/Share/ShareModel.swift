import ViewModels

/// The state of the screen for sharing the server.
@MainActor
final class ShareModel {
    private(set) var standing = ServerSharing.Status.unknown
    /// Increases with each step.
    private(set) var number = 0
    private(set) var isBusy = false
    private(set) var problem: (any Reason)?
    private(set) var origin = NavigationViewModel.Screen.chats

    func open(from origin: NavigationViewModel.Screen) {
        if origin != .share { self.origin = origin }
    }

    func enter(_ standing: ServerSharing.Status) {
        self.standing = standing
        number += 1
        isBusy = false
        problem = nil
    }

    func begin() {
        isBusy = true
        problem = nil
    }

    func fail(_ problem: any Reason) {
        isBusy = false
        self.problem = problem
    }
}
