/// The way in for what is run from the list of commands.
@MainActor
final class CommandEventRouter {
    private let models: Models
    private let archive: ArchiveEndpoint
    private let handler: CommandEventHandler

    init(models: Models, archive: ArchiveEndpoint, handler: CommandEventHandler) {
        self.models = models
        self.archive = archive
        self.handler = handler
    }

    func route(_ event: CommandEvent) {
        switch event {
        case .loaded(let names):
            models.commands.load(names)
        case .ran(let name):
            models.commands.add(name)
            archive.rememberCommands(models.commands.recent)
        }
        handler.orderChanged()
    }
}
