import ArgumentParser
import Conversations
import MatrixClient
import Messenger

/// `confab send`: says one line in a chat.
struct SendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send", abstract: "Send a message, from the command line or from standard input.",
        discussion:
            "The chat is given as for confab read. The Confab that has the profile open sends it; where none has, this one does. "
            + "The exit status is 0 once the server has it.")

    /// Takes an option that it has as well, wherever that stands.
    @ParentCommand var program: ConfabCommand

    @Option(
        help: ArgumentHelp("The profile, instead of the one used last.", valueName: "name"),
        completion: ProfileCompletion.kind)
    var profile: String?

    @Option(help: ArgumentHelp("Wait so long for the server, also where it is known to be away.", valueName: "seconds"))
    var timeout: Int?

    @Flag(help: "Print an object that names the message.")
    var json = false

    @Argument(help: ArgumentHelp("The chat.", valueName: "chat"), completion: ChatCompletion.kind)
    var chat: String

    @Argument(help: ArgumentHelp("The words; none, or -, for standard input as a whole.", valueName: "text"))
    var text: [String] = []

    /// In seconds.
    private static let usual = 30
    private static let longest = 86_400

    func run() async throws {
        if let timeout, !(1...Self.longest).contains(timeout) { throw ProgramError.input(.timeout(most: Self.longest)) }
        try await send()
    }

    @MainActor
    private func send() async throws {
        let words = try ScriptInput.text(text)
        let paths = ProgramPaths()
        try ProgramPaths.makePrivateDirectory(paths.state)
        let directory = ProfileDirectory(paths: paths, keyring: .ofSession)
        guard let name = profile ?? program.profile ?? directory.lastUsedName else { throw ProgramError.noProfileYet }
        let deadline = ScriptConnection.now + Int64(timeout ?? Self.usual) * 1_000
        let outcome: SendOutcome
        let chatID: String
        switch try await AccountWay.find(directory.load(name), in: directory, until: deadline) {
        case .running(let connection):
            chatID = try await chatOnDisk(name, directory)
            let request = ScriptRequest(.send(chatID: chatID, text: words), directory: directory.path(name))
            outcome = ask(request, of: connection, until: deadline)
        case .own(let prepared):
            let account = try QuietAccount(prepared, directory: directory, log: FileLog(path: paths.log))
            (outcome, chatID) = try await account.work(until: deadline) {
                let chatID = try await chat(of: account)
                return (await send(words, in: chatID, by: account), chatID)
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

    /// One that came since Confab was open last is heard of first.
    @MainActor
    private func chat(of account: QuietAccount) async throws -> String {
        do {
            return try joined(try await account.chat(chat))
        } catch ProgramError.chat {
            try await account.catchUp()
            return try joined(try await account.chat(chat))
        }
    }

    private func joined(_ chat: Chat) throws -> String {
        guard chat.membership == .joined else { throw ProgramError.chat(.notIn(self.chat)) }
        return chat.id
    }

    private func ask(_ request: ScriptRequest, of connection: ScriptConnection, until deadline: Int64) -> SendOutcome {
        var outcome = SendOutcome()
        var rest: [UInt8] = []
        // Who refuses to hear it all says so as well.
        _ = connection.write(request.json.line, until: deadline)
        while let line = connection.readLine(&rest, until: deadline) {
            guard let answer = ScriptAnswer(line: line), outcome.take(answer, waitsForServer: timeout != nil) else {
                break
            }
        }
        return outcome
    }

    @MainActor
    private func send(_ words: String, in chatID: String, by account: QuietAccount) async -> SendOutcome {
        var outcome = SendOutcome()
        await account.session.send(words, in: chatID) { outcome.take($0, waitsForServer: timeout != nil) }
        return outcome
    }
}
