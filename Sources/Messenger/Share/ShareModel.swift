import ViewModels

/// The state of the screen for sharing the server.
struct ShareModel {
    private(set) var standing = ServerSharing.Status.unknown
    /// Increases with each step.
    private(set) var number = 0
    private(set) var isBusy = false
    private(set) var problem: (any Reason)?
    private(set) var origin = NavigationViewModel.Screen.chats

    mutating func open(from origin: NavigationViewModel.Screen) {
        if origin != .share { self.origin = origin }
    }

    mutating func enter(_ standing: ServerSharing.Status) {
        self.standing = standing
        number += 1
        isBusy = false
        problem = nil
    }

    mutating func begin() {
        isBusy = true
        problem = nil
    }

    mutating func fail(_ problem: any Reason) {
        isBusy = false
        self.problem = problem
    }
}
