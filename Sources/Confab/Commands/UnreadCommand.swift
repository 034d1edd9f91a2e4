import ArgumentParser
import Conversations
import Foundation
import MatrixAPI
import Messenger
import Storage
import ViewModels

/// `confab unread`: prints the number of unread messages from this device's database alone.
struct UnreadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unread", abstract: "Print how many messages are unread, for a status bar.",
        discussion: "It needs no network, and works while Confab is open. What is 0 is no failure.")

    /// The parent command. Its options may come before or after the subcommand.
    @ParentCommand var program: ConfabCommand

    @OptionGroup var options: ProfileOption

    @Flag(help: "Go on with a line for each change, until nobody reads them or it is ended.")
    var follow = false

    @Flag(help: "Print an object with the chats.")
    var json = false

    @Flag(help: "Print nothing where nothing is unread; with --follow, an empty line.")
    var quiet = false

    func run() async throws {
        let directory = ProfileDirectory(paths: ProgramPaths())
        let name = try directory.chosenName(options.profile ?? program.profile)
        _ = try directory.load(name)
        if follow { return try await follow(name, directory) }
        let summary = try Self.summary(path: directory.database(name))
        if quiet, summary.total == 0 { return }
        print(line(summary))
    }

    /// Prints the number whenever it changes, whether a running Confab or this process syncs.
    @MainActor
    private func follow(_ name: String, _ directory: ProfileDirectory) async throws {
        let signals = TerminationSignals()
        let (changes, change) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let watch = DatabaseWatch(directory: directory.path(name)) { change.yield() }
        defer { watch.end() }
        let ending = Task { @MainActor in
            await signals.wait()
            change.finish()
        }
        defer { ending.cancel() }
        OutputEnd.wait { change.finish() }
        // An error at the start is final. Later, the database may just be in the process of being recreated.
        var last = line(try Self.summary(path: directory.database(name)))
        guard OutputEnd.write(last) else { return }
        for await _ in changes {
            guard let now = (try? Self.summary(path: directory.database(name))).map(line), now != last else { continue }
            last = now
            guard OutputEnd.write(now) else { return }
        }
    }

    private func line(_ summary: UnreadSummary) -> String {
        if quiet, summary.total == 0 { return "" }
        return json ? Self.json(summary) : String(summary.total)
    }

    /// Returns no unread messages for an account without a database, which was never opened here.
    static func summary(path: String) throws -> UnreadSummary {
        guard access(path, F_OK) == 0 else { return UnreadSummary(chats: []) }
        let database = try ProfileDatabase.reading(path: path)
        defer { database.close() }
        let ignored = try database.chats.ignoredUserIDs()
        let chats = try database.chats.all().filter { !$0.isInvitation(fromAnyOf: ignored) }
        return UnreadSummary(chats: ChatNamesakes.marked(chats))
    }

    private static func json(_ summary: UnreadSummary) -> String {
        let chats = summary.entries.map { entry -> JSONValue in
            [
                "id": .string(entry.chatID), "name": .string(entry.name.string),
                "unread": .integer(Int64(entry.unread)),
                "mentions": .integer(Int64(entry.mentions)),
            ]
        }
        let object: JSONValue = [
            "unread": .integer(Int64(summary.total)), "mentions": .integer(Int64(summary.mentions)),
            "chats": .array(chats),
        ]
        return object.serializedText
    }
}
