import Engine
import ViewModels

/// Routes the events of sharing the server.
@MainActor
struct ShareEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: ShareEvent) {
        switch event {
        case .opened:
            state.share.open(from: state.navigation.screen)
            state.navigation.show(.share)
            if !state.share.isBusy { state.share.enter(effects.sharing.standing) }
        case .sharing(let address):
            guard !state.share.isBusy else { return }
            state.share.begin()
            effects.sharing.share(at: address)
        case .ending:
            guard !state.share.isBusy else { return }
            state.share.begin()
            effects.sharing.end()
        case .done:
            state.share.enter(effects.sharing.standing)
            queue.post(ConnectionEvent.tryingNow)
        case .failed(let reason):
            state.share.fail(reason)
            queue.post(ConnectionEvent.tryingNow)
        case .left:
            if state.navigation.screen == .share { state.navigation.show(state.share.origin) }
        }
    }
}
