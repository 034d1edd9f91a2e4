import ArgumentParser

/// `confab-bench client`.
struct ClientCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "client", abstract: "Measure the messenger: start, keys, frames, syncs, scrolling, memory.")

    @OptionGroup var options: RunOptions
    @OptionGroup var profile: ProfileOptions

    @Option(help: ArgumentHelp("How far back to scroll.", valueName: "messages"))
    var scroll = 100_000

    @Flag(help: "Measure searches alone.")
    var searches = false

    func run() async throws {
        try options.chooseProgram()
        var run = profile.run(rounds: options.rounds)
        run.scrolled = scroll
        run.hasSearchesAlone = searches
        try options.put(try await run.report())
    }
}
