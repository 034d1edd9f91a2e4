import ArgumentParser
import Conversations
import Engine
import Foundation
import Messenger
import Presentation
import Storage

/// `confab import`: imports a file or directory that `confab export` wrote.
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Take in messages that confab export wrote as JSON, to read and search them.",
        discussion:
            "They go into chats of their own, called NAME (imported), which are on this device alone. "
            + "What is there already stays as it is. It needs no network, and works while Confab is open.")

    /// The parent command. Its options may come before or after the subcommand.
    @ParentCommand var program: ConfabCommand

    @OptionGroup var options: ProfileOption

    @Flag(help: "Print an object for each chat, one a line.")
    var json = false

    @Argument(
        help: ArgumentHelp(
            "The file, or the directory that export made; - for standard input.", valueName: "file"),
        completion: .file())
    var file: String

    /// The timeout for another command that has the profile, in milliseconds.
    private static let patience: Int64 = 30_000

    func run() async throws {
        let paths = ProgramPaths()
        let directory = ProfileDirectory(paths: paths)
        let name = try directory.chosenName(options.profile ?? program.profile)
        let profile = try directory.load(name)
        let input = try ImportInput(LocaleText.path(file), beside: directory.path(name))
        defer { input.remove() }
        let (chats, problems) = try await importMessages(input, profile, directory)
        LocaleText.print(chats.map { json ? $0.json.line : $0.line }, areJSON: json)
        for problem in problems { ProgramExit.printError(problem) }
        if !problems.isEmpty { throw ExitCode(1) }
    }

    private func importMessages(
        _ input: ImportInput, _ profile: Profile, _ directory: ProfileDirectory
    ) async throws -> ([ImportedChat], [String]) {
        switch try await AccountAccess.find(profile, in: directory, until: ScriptConnection.now + Self.patience) {
        case .running(let connection):
            let wish = ScriptRequest.Operation.importFile(path: input.path, folder: input.folder)
            return try ask(connection, ScriptRequest(wish, directory: directory.path(profile.name)))
        case .own(let prepared):
            defer { prepared.database.close() }
            if let rescue = prepared.rescue { ProgramExit.printError(rescue.message) }
            let now = Int64(Date().timeIntervalSince1970 * 1_000)
            do throws(ImportError) {
                let places = MediaDirectories.ofProfile(directory.path(profile.name))
                let archive = ImportArchive(prepared.database.imports, filesAt: places.imported)
                let report = try await archive.importFile(input.path, folder: input.folder, now: now)
                return (report.chats, report.lines)
            } catch {
                throw ProgramError.script(.said(error.message, exitCode: 1))
            }
        }
    }

    private func ask(_ connection: ScriptConnection, _ request: ScriptRequest) throws -> ([ImportedChat], [String]) {
        var (chats, problems, rest) = ([ImportedChat](), [String](), [UInt8]())
        _ = connection.write(request.json.line, until: ScriptConnection.now + Self.patience)
        // A long file takes long to import, so there is no deadline.
        while let line = connection.readLine(&rest, until: .max), let answer = ScriptResponse(line: line) {
            switch answer {
            case .imported(let chat): chats.append(chat)
            case .leftOut(let problem): problems.append(problem)
            case .done: return (chats, problems)
            case .failed(let words, let exitCode): throw ProgramError.script(.said(words, exitCode: exitCode))
            case .kept, .delayed, .sent, .fetched, .noScreen: break
            }
        }
        throw ProgramError.script(.noAnswer)
    }
}
