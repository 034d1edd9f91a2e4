import ArgumentParser

/// `confab-bench denial`.
struct DenialCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "denial",
        abstract: "Flood confab serve from one account, and measure others' sends and the server's memory.")

    @OptionGroup var options: RunOptions

    @Option(help: ArgumentHelp("How long each trial takes, and the quiet before it; 20 at most.", valueName: "number"))
    var seconds = 10

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Run these trials alone: \(DenialTrial.names).", valueName: "trial"))
    var trials: [DenialTrial] = DenialTrial.allCases

    func validate() throws {
        guard (1...20).contains(seconds) else { throw ValidationError("A trial takes 1 to 20 seconds.") }
    }

    func run() async throws {
        try options.chooseProgram()
        try options.put(try await DenialRun(rounds: options.rounds, seconds: seconds, trials: trials).report())
    }
}

extension DenialTrial: ExpressibleByArgument {
    static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
