import ArgumentParser

/// `confab-bench check`: a small run that fails if a count or a ratio is far beyond its usual value.
struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Measure little in under a minute, and fail on counts and ratios out of bounds."
    )

    @OptionGroup var options: RunOptions

    func run() async throws {
        try options.chooseProgram()
        let report = try await CheckRun(rounds: options.rounds).report()
        try options.put(report)
        guard report.missed.isEmpty else { throw BenchError.outOfBounds(report.missed) }
    }
}
