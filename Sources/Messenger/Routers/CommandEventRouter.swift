/// Routes events about the list of commands.
@MainActor
struct CommandEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: CommandEvent) {
        switch event {
        case .loaded(let names):
            state.commands.load(names)
        case .ran(let name):
            state.commands.add(name)
            effects.commandArchive.remember(state.commands.recent)
        }
    }
}
