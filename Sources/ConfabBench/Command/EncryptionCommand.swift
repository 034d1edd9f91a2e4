import ArgumentParser

/// `confab-bench encryption`.
struct EncryptionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "encryption", abstract: "Measure a line in an encrypted chat of many people with many devices.",
        discussion: "On confab serve, and on Synapse where CONFAB_OUTSIDE names its environment.")

    @OptionGroup var options: RunOptions

    @Option(help: ArgumentHelp("How many people are in the chat, two devices each.", valueName: "number"))
    var people = 500

    func validate() throws {
        guard people > 0 else { throw ValidationError("There must be somebody.") }
    }

    func run() async throws {
        try options.chooseProgram()
        try options.put(try await EncryptionRun(rounds: options.rounds, people: people).report())
    }
}
