import Synchronization

/// Whether the client of a connection is still connected; a long poll ends when it disconnects.
final class ClientPresence: Sendable {
    private struct State {
        var isGone = false
        var onGone: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    var isGone: Bool { state.withLock { $0.isGone } }

    /// - Parameter action: Runs when the client disconnects, or at once if it already has. It replaces an earlier
    ///   action.
    func whenGone(_ action: (@Sendable () -> Void)?) {
        let isGone = state.withLock { state in
            state.onGone = action
            return state.isGone
        }
        if isGone { action?() }
    }

    func go() {
        state.withLock { state in
            state.isGone = true
            return state.onGone
        }?()
    }
}
