import ArgumentParser

/// `confab-bench compare`.
struct CompareCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare", abstract: "Measure confab and other people's programs by turns.",
        discussion:
            "irssi, WeeChat and profanity where they are installed; Synapse where CONFAB_OUTSIDE names its environment."
    )

    @OptionGroup var options: RunOptions
    @OptionGroup var profile: ProfileOptions

    @Option(help: ArgumentHelp("How long each round of sends takes.", valueName: "number"))
    var seconds = 3

    func validate() throws {
        guard seconds > 0 else { throw ValidationError("A round takes a second at least.") }
    }

    func run() async throws {
        try options.chooseProgram()
        let run = CompareRun(
            client: profile.run(rounds: options.rounds), server: ServerRun(rounds: options.rounds, seconds: seconds))
        try options.put(try await run.report())
    }
}
