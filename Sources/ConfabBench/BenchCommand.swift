import ArgumentParser
import Foundation
import TestSupport

/// `confab-bench`: fills a profile and measures the program that stands beside it.
@main
struct BenchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "confab-bench",
        abstract: "Measures the confab beside it, on a profile that it fills and removes again.",
        discussion: """
            Each figure stands beside its budget and, where there is one, a yardstick of the same run: weechat, irssi and \
            profanity where they are installed. With several sizes the table says how the last differs from the first.
            """)

    @Option(help: "How many chats the profile has.")
    var chats = 1_000

    @Option(parsing: .upToNextOption, help: "How many messages it has; several sizes are measured one after the other.")
    var messages = [10_000, 1_000_000]

    @Option(help: "How many starts and how many hundred keys are timed.")
    var rounds = 5

    @Flag(help: "Print an object a line instead of the table.")
    var json = false

    func validate() throws {
        guard chats > 0, rounds > 0, let least = messages.min(), least >= chats * 2 else {
            throw ValidationError("There must be a chat, a round, and at least two messages for each chat.")
        }
    }

    func run() async throws {
        guard FileManager.default.isExecutableFile(atPath: ProgramLocation.confab) else {
            throw BenchError.noProgram(path: ProgramLocation.confab)
        }
        var report = FigureReport()
        for count in messages {
            report.runs.append((count, try await figures(messages: count)))
        }
        print(json ? report.jsonLines.joined(separator: "\n") : report.table)
    }

    private func figures(messages count: Int) async throws -> [Figure] {
        tell("\(count) messages: an account and its server")
        let account = try await BenchAccount()
        let others = OtherProgram.installed
        // The first sync is not what is measured.
        let first = try await account.open(showing: "bench")
        try await account.quit(first)
        let path = try account.databasePath
        tell("\(count) messages: filling \(chats) chats")
        try await ProfileFiller(userID: BenchAccount.userID, chats: chats, messages: count).fill(path)
        tell("\(count) messages: start")
        var figures = try await StartMeasurement(account: account, rounds: rounds).figures(yardsticks: others)
        tell("\(count) messages: keys")
        figures += try await KeyMeasurement(account: account, count: rounds * 100).figures(yardsticks: others)
        tell("\(count) messages: a session")
        figures += try await SessionMeasurement(account: account, scrolled: min(100_000, count / 10)).figures()
        tell("\(count) messages: a long sync")
        figures += try await ApplyMeasurement(databasePath: path, userID: BenchAccount.userID).figures()
        tell("\(count) messages: a login with 200 chats")
        figures += try await FirstSyncMeasurement(chats: 200, rounds: rounds).figures()
        try await account.end()
        return figures
    }

    /// Progress goes where it is in nobody's way.
    private func tell(_ text: String) {
        FileHandle.standardError.write(Data("confab-bench: \(text)\n".utf8))
    }
}
