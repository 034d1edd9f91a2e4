import ArgumentParser
import Conversations
import Foundation
import MatrixClient
import Presentation

/// `confab send`: sends a message or a file to a chat.
struct SendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send", abstract: "Send a message, from the command line or from standard input, or a file.",
        discussion:
            "The chat is given as for confab read. The Confab that has the profile open sends it; where none has, this one does. "
            + "The exit status is 0 once the server has it.")

    /// The parent command. Its options may come before or after the subcommand.
    @ParentCommand var program: ConfabCommand

    @OptionGroup var options: ProfileOption

    @Option(help: ArgumentHelp("Wait so long for the server, also where it is known to be away.", valueName: "seconds"))
    var timeout: Int?

    @Option(help: ArgumentHelp("Send this file instead of words.", valueName: "path"), completion: .file())
    var file: String?

    @Option(help: ArgumentHelp("What to say of the file.", valueName: "text"))
    var caption: String?

    @Flag(help: "Print an object that names the message.")
    var json = false

    @Argument(help: ArgumentHelp("The chat.", valueName: "chat"), completion: ChatCompletion.kind)
    var chat: String

    @Argument(help: ArgumentHelp("The words; none, or -, for standard input as a whole.", valueName: "text"))
    var text: [String] = []

    /// The default timeouts for a text and for a file, in seconds.
    private static let usual = 30
    private static let longest = 86_400

    /// The timeout in milliseconds.
    var patience: Int64 { Int64(timeout ?? (file == nil ? Self.usual : Self.longest)) * 1_000 }

    func validate() throws {
        if let timeout, !(1...Self.longest).contains(timeout) { throw ValidationError(.timeout(most: Self.longest)) }
    }

    func run() async throws {
        if file != nil, !text.isEmpty { throw ProgramError.input(.textBesideFile) }
        if caption != nil, file == nil { throw ProgramError.input(.captionWithoutFile) }
        try await send()
    }

    @MainActor
    private func send() async throws {
        let content = try self.content()
        let paths = ProgramPaths()
        try ProgramPaths.makePrivateDirectory(paths.state)
        let directory = ProfileDirectory(paths: paths, keyring: .ofSession)
        let name = try directory.chosenName(options.profile ?? program.profile)
        let deadline = ScriptConnection.now + patience
        let outcome: SendOutcome
        let chatID: String
        switch try await AccountAccess.find(directory.load(name), in: directory, until: deadline) {
        case .running(let connection):
            chatID = try await chatOnDisk(name, directory)
            let request = ScriptRequest(content.wish(chatID: chatID), directory: directory.path(name))
            outcome = ask(request, of: connection, until: deadline)
        case .own(let prepared):
            let account = try HeadlessAccount(prepared, directory: directory, log: FileLog(path: paths.log))
            (outcome, chatID) = try await account.work(until: deadline) {
                let chatID = try await chat(of: account)
                return (await send(content, in: chatID, by: account), chatID)
            }
        }
        if json, let object = outcome.json(chatID: chatID) { print(object.line) }
        if let problem = outcome.problem { throw ProgramError.script(problem) }
    }

    private func chatOnDisk(_ name: String, _ directory: ProfileDirectory) async throws -> String {
        let reader = try ProfileReader(name, directory: directory)
        defer { reader.close() }
        return try joined(try await reader.chat(chat))
    }

    /// Finds the chat. If it is unknown, it may have been joined since Confab last ran, and a sync follows first.
    @MainActor
    private func chat(of account: HeadlessAccount) async throws -> String {
        do {
            return try joined(try await account.chat(chat))
        } catch ProgramError.chat {
            try await account.catchUp()
            return try joined(try await account.chat(chat))
        }
    }

    private func joined(_ chat: Chat) throws -> String {
        if chat.isImported { throw ProgramError.chat(.isImported(self.chat)) }
        guard chat.membership == .joined else { throw ProgramError.chat(.notIn(self.chat)) }
        return chat.id
    }

    private func ask(_ request: ScriptRequest, of connection: ScriptConnection, until deadline: Int64) -> SendOutcome {
        var outcome = SendOutcome()
        var rest: [UInt8] = []
        // If the write fails, the other process may still have answered why it refused the request.
        _ = connection.write(request.json.line, until: deadline)
        while let line = connection.readLine(&rest, until: deadline) {
            guard let answer = ScriptResponse(line: line), outcome.update(answer, waitsForServer: timeout != nil) else {
                break
            }
        }
        return outcome
    }

    @MainActor
    private func send(_ content: SentContent, in chatID: String, by account: HeadlessAccount) async -> SendOutcome {
        var outcome = SendOutcome()
        let take = { (answer: ScriptResponse) in outcome.update(answer, waitsForServer: timeout != nil) }
        switch content {
        case .words(let words): await account.session.send(words, in: chatID, tell: take)
        case .file(let path, let caption):
            await account.session.sendFile(at: path, caption: caption, in: chatID, tell: take)
        }
        return outcome
    }

    private func content() throws -> SentContent {
        guard let file else { return .words(try ScriptInput.text(text)) }
        // The running Confab has another working directory.
        return .file(path: URL(fileURLWithPath: LocaleText.path(file)).path, caption: caption ?? "")
    }
}

/// The content that `confab send` sends.
enum SentContent {
    case words(String)
    /// - path: an absolute path.
    case file(path: String, caption: String)

    func wish(chatID: String) -> ScriptRequest.Operation {
        switch self {
        case .words(let words): .send(chatID: chatID, text: words)
        case .file(let path, let caption): .sendFile(chatID: chatID, path: path, caption: caption)
        }
    }
}
