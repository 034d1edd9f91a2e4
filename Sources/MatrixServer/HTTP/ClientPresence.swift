import Synchronization

/// Whether the client of a connection is still there; a long poll ends when it goes.
final class ClientPresence: Sendable {
    private struct State {
        var isGone = false
        var onGone: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    var isGone: Bool { state.withLock { $0.isGone } }

    /// - Parameter action: runs when the client goes, or at once where it has gone. It replaces an earlier one.
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
