import ViewModels

/// Reads the commands of the composer.
@MainActor
final class LinearHelp {
    private static let query = CompletionQuery(kind: .command, text: "")

    private let voice: Voice
    private var model: CompletionViewModel?
    private var isAsking = false

    init(_ completion: Event<CompletionViewModel>, voice: Voice) {
        self.voice = voice
        completion.subscribe(self) { help, model in help.model = model }
    }

    func askForCommands() {
        isAsking = true
        model?.ask(Self.query)
    }

    func present() {
        guard isAsking, let model, model.query == Self.query else { return }
        isAsking = false
        for row in model.rows where LinearCommand.parse(row.title.string) == nil {
            voice.say(.words("linear.command", ["command": row.title.string, "title": row.detail.string]))
        }
    }
}
