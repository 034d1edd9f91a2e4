import ViewModels

/// Routes events about the account's devices.
@MainActor
struct DevicesEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: DevicesEvent) {
        switch event {
        case .shown:
            state.devices.begin()
            state.navigation.show(.devices)
            effects.devices.load()
        case .reloading:
            load()
        case .standingChanged:
            guard state.navigation.screen == .devices else { return }
            effects.devices.judge()
        case .loaded(let all?, let trust):
            state.devices.apply(all, trust: trust)
        case .loaded(nil, let trust):
            state.devices.judge(trust)
        case .renaming(let id, let name):
            state.devices.work()
            effects.devices.rename(id, to: name)
        case .loggingOut(let id, let proof):
            state.devices.work()
            effects.devices.logOut(id, proof)
        case .done:
            state.devices.finish()
            load()
        case .needsProof(let id, let proof, let kind):
            state.devices.ask(about: id, proof, kind)
        case .failed(let problem):
            state.devices.fail(problem)
        }
    }

    private func load() {
        state.devices.load()
        effects.devices.load()
    }
}
