package import Engine
import ViewModels

/// Events of sharing the server.
package enum ShareEvent: RoutedEvent {
    case opened
    /// The user typed the address at which others reach the server.
    case sharing(address: String)
    case ending
    case done
    case failed(any Reason)
    /// Goes back one step.
    case left
}

/// The state of the screen for sharing the server.
package struct ShareModel {
    package private(set) var standing = ServerSharing.Status.unknown
    /// Increases with each step.
    package private(set) var number = 0
    package private(set) var isBusy = false
    package private(set) var problem: (any Reason)?
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
