import ArgumentParser

/// `confab-bench server`.
struct ServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "server", abstract: "Measure confab serve: sends, delivery, keys, idle listeners.")

    @OptionGroup var options: RunOptions

    @Option(help: ArgumentHelp("How long each round of sends, and of rest, takes.", valueName: "number"))
    var seconds = 3

    @Option(help: ArgumentHelp("How many listeners do nothing.", valueName: "number"))
    var idle = 10_000

    func validate() throws {
        guard seconds > 0, idle >= 0 else { throw ValidationError("A round takes a second at least.") }
    }

    func run() async throws {
        try options.chooseProgram()
        try options.put(try await ServerRun(rounds: options.rounds, seconds: seconds, idle: idle).report())
    }
}
