import ArgumentParser
import Foundation

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
        guard chats > 0, let least = messages.min(), least >= chats * 2 else {
            throw ValidationError("There must be a chat, and at least two messages for each chat.")
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
