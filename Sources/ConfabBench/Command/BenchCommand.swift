import ArgumentParser
import Foundation
import TestSupport

/// `confab-bench`: measures the program in the same directory.
@main
struct BenchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "confab-bench",
        abstract: "Measures confab, on profiles and servers that it makes and removes again.",
        discussion: """
            Each figure is the median of several rounds, in which programs and sizes take turns, and stands beside what it has \
            to be. confab-bench(1) says how to read the table.
            """,
        subcommands: [
            ClientCommand.self, ServerCommand.self, CompareCommand.self, EncryptionCommand.self, DenialCommand.self,
            CheckCommand.self,
        ])
}

/// `confab-bench check`: a small run that fails if a count or a ratio is far beyond its usual value.
struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Measure little in under a minute, and fail on counts and ratios out of bounds."
    )

    @OptionGroup var options: RunOptions

    func run() async throws {
        try options.chooseProgram()
        let report = try await CheckRun(rounds: options.rounds).report()
        try options.write(report)
        guard report.missed.isEmpty else { throw BenchError.outOfBounds(report.missed) }
    }
}

/// `confab-bench client`: measures the messenger, such as its start, keys and memory.
struct ClientCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "client", abstract: "Measure the messenger: start, keys, frames, syncs, scrolling, memory.")

    @OptionGroup var options: RunOptions
    @OptionGroup var profile: ProfileOptions

    @Option(help: ArgumentHelp("How far back to scroll.", valueName: "messages"))
    var scroll = 100_000

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Measure these parts alone: \(ClientPart.names).", valueName: "part"))
    var parts: [ClientPart] = ClientPart.allCases

    func validate() throws {
        guard BenchLimits.messages.contains(scroll) else {
            throw ValidationError("--scroll takes 0 to \(BenchLimits.messages.upperBound).")
        }
    }

    func run() async throws {
        try options.chooseProgram()
        var run = profile.run(rounds: options.rounds)
        run.scrolled = scroll
        run.parts = Set(parts)
        try options.write(try await run.report())
    }
}

extension ClientPart: ExpressibleByArgument {}

/// `confab-bench compare`: measures confab and other programs alternately.
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
        guard BenchLimits.seconds.contains(seconds) else { throw BenchLimits.wrongSeconds }
    }

    func run() async throws {
        try options.chooseProgram()
        let run = CompareRun(
            client: profile.run(rounds: options.rounds), server: ServerRun(rounds: options.rounds, seconds: seconds))
        try options.write(try await run.report())
    }
}

/// `confab-bench denial`: floods a server from one account, and measures the effect on other users.
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
        try options.write(try await DenialRun(rounds: options.rounds, seconds: seconds, trials: trials).report())
    }
}

extension DenialTrial: ExpressibleByArgument {}

extension CaseIterable where Self: RawRepresentable, RawValue == String {
    /// The names of all cases, for a help text.
    fileprivate static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

/// `confab-bench encryption`: measures the sending of a message in an encrypted chat with many members.
struct EncryptionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "encryption", abstract: "Measure a line in an encrypted chat of many people with many devices.",
        discussion: "On confab serve, and on Synapse where CONFAB_OUTSIDE names its environment.")

    @OptionGroup var options: RunOptions

    @Option(help: ArgumentHelp("How many people are in the chat, two devices each.", valueName: "number"))
    var people = 500

    func validate() throws {
        guard BenchLimits.people.contains(people) else {
            throw ValidationError("--people takes 1 to \(BenchLimits.people.upperBound).")
        }
    }

    func run() async throws {
        try options.chooseProgram()
        try options.write(try await EncryptionRun(rounds: options.rounds, people: people).report())
    }
}

/// The profiles that are measured.
struct ProfileOptions: ParsableArguments {
    @Option(help: ArgumentHelp("How many chats a profile has.", valueName: "number"))
    var chats = 1_000

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("How many messages it has; several sizes are measured by turns.", valueName: "number"))
    var messages = [10_000, 1_000_000]

    @Option(
        help: ArgumentHelp("Keep filled profiles in this directory, and take those that are there.", valueName: "dir"))
    var keep: String?

    func validate() throws {
        // The product could overflow, so the quotient is compared.
        guard chats > 0, let least = messages.min(), least / 2 >= chats else {
            throw ValidationError("There must be a chat, and at least two messages for each chat.")
        }
        guard messages.allSatisfy({ BenchLimits.messages.contains($0) }) else {
            throw ValidationError("--messages takes at most \(BenchLimits.messages.upperBound).")
        }
    }

    func run(rounds: Int) -> ClientRun {
        var run = ClientRun()
        run.rounds = rounds
        run.chats = chats
        run.messages = messages
        run.visited = min(run.visited, chats)
        run.keep = keep.map { URL(filePath: $0).path }
        return run
    }
}

/// `confab-bench server`: measures the homeserver, such as its sends, deliveries and idle listeners.
struct ServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "server", abstract: "Measure confab serve: sends, delivery, keys, idle listeners.")

    @OptionGroup var options: RunOptions

    @Option(help: ArgumentHelp("How long each round of sends, and of rest, takes.", valueName: "number"))
    var seconds = 3

    @Option(help: ArgumentHelp("How many listeners do nothing.", valueName: "number"))
    var idle = 10_000

    func validate() throws {
        guard BenchLimits.seconds.contains(seconds) else { throw BenchLimits.wrongSeconds }
        guard BenchLimits.idle.contains(idle) else {
            throw ValidationError("--idle takes 0 to \(BenchLimits.idle.upperBound).")
        }
    }

    func run() async throws {
        try options.chooseProgram()
        try options.write(try await ServerRun(rounds: options.rounds, seconds: seconds, idle: idle).report())
    }
}

/// The ranges of the numeric options. Within them, no sum or product overflows.
enum BenchLimits {
    static let messages = 0...1_000_000_000
    static let seconds = 1...86_400
    static let rounds = 1...10_000
    static let people = 1...100_000
    static let idle = 0...1_000_000

    static var wrongSeconds: ValidationError {
        ValidationError("--seconds takes 1 to \(seconds.upperBound).")
    }
}

/// Options of all measurements.
struct RunOptions: ParsableArguments {
    @Option(help: ArgumentHelp("How often each figure is measured.", valueName: "number"))
    var rounds = 5

    @Option(help: ArgumentHelp("Write the figures with all their samples into this file as well.", valueName: "file"))
    var json: String?

    @Option(help: ArgumentHelp("Measure this program instead of the one beside.", valueName: "path"))
    var program: String?

    func validate() throws {
        guard BenchLimits.rounds.contains(rounds) else {
            throw ValidationError("--rounds takes 1 to \(BenchLimits.rounds.upperBound).")
        }
    }

    /// Selects the program that was given as an option.
    func chooseProgram() throws {
        if let program { ProgramLocation.choose(URL(filePath: program).path) }
        guard FileManager.default.isExecutableFile(atPath: ProgramLocation.confab) else {
            throw BenchError.noProgram(path: ProgramLocation.confab)
        }
    }

    func write(_ report: FigureReport) throws {
        if let json { try report.json.write(to: URL(filePath: json)) }
        print(report.table)
    }
}
