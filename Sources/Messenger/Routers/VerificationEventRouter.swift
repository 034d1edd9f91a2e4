import Engine
import MatrixCrypto
import ViewModels

/// Routes the events of verification.
@MainActor
struct VerificationEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: VerificationEvent) {
        switch event {
        case .asking(let partner):
            guard let verification = effects.verification else { return }
            endCurrent()
            state.verification.begin(with: partner, from: state.navigation.screen)
            state.navigation.show(.verification)
            verification.ask(partner)
        case .changed(let verification, let partner):
            // A request by an ignored person times out on their side.
            if case .asked = verification.state, state.ignoredPeople.userIDs.contains(verification.userID) {
                effects.verification?.forget(verification.transaction)
                return
            }
            state.verification.apply(verification, of: partner)
        case .replaced(let transaction, let verification):
            state.verification.replace(transaction, by: verification)
        case .failed(let partner, let problem):
            state.verification.fail(partner, problem)
        case .opened:
            guard open(from: state.navigation.screen) else { return }
            state.navigation.show(.verification)
        case .dismissed:
            if state.verification.left(for: state.navigation.screen) != nil {
                state.verification.putAside()
            } else {
                state.verification.dismissAsked()
            }
        case .decided(let choice):
            guard let current = state.verification.current, !state.verification.hasDecided else { return }
            state.verification.decide()
            effects.verification?.decide(choice, current.transaction)
        case .left:
            leave()
        }
    }

    /// - Returns: whether there is a verification to open.
    private func open(from screen: NavigationViewModel.Screen) -> Bool {
        if state.verification.left(for: screen) != nil {
            state.verification.comeBack(from: screen)
            return true
        }
        guard state.verification.toTell != nil else { return false }
        endCurrent()
        return state.verification.openAsked(from: screen)
    }

    /// Cancels the running verification and notifies the other side. A waiting request stays until its timeout.
    private func endCurrent() {
        effects.verification?.withdraw()
        guard let current = state.verification.current, current.state.isGoingOn else { return }
        effects.verification?.decide(.cancel, current.transaction)
    }

    private func leave() {
        endCurrent()
        state.verification.close()
        guard state.navigation.screen == .verification else { return }
        state.navigation.show(state.verification.origin)
        // The device list shows which devices are verified.
        if state.navigation.screen == .devices { queue.post(DevicesEvent.reloading) }
    }
}
