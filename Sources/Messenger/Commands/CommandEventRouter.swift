/// The way in for what is run from the list of commands.
@MainActor
struct CommandEventRouter: EventRouter {
    struct Models {
        let commands: CommandModel
    }

    private let models: Models
    private let archive: CommandArchive
    private let navigation: NavigationHandler

    func route(_ event: CommandEvent) {
        switch event {
        case .loaded(let names):
            models.commands.load(names)
        case .ran(let name):
            models.commands.add(name)
            archive.remember(models.commands.recent)
        }
        navigation.changed()
    }
}

extension CommandEventRouter {
    init(_ session: SessionParts) {
        let models = session.models
        self.init(
            models: Models(commands: models.commands),
            archive: session.commandArchive, navigation: session.handlers.navigation)
    }
}
