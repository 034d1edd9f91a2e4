import ArgumentParser
import Conversations
import Foundation
import Glibc
import Messenger
import Presentation
import ViewModels

/// A command's access to an account: through the running Confab, or by opening the profile itself if none runs.
enum AccountAccess {
    case running(ScriptConnection)
    case own(PreparedProfile)

    /// Opens the profile, or connects to the running Confab that has it open. Another command may lock the profile
    /// briefly without listening for requests, so this retries.
    ///
    /// - Parameter deadline: the time of the last attempt, by the clock of ``ScriptConnection/now``.
    static func find(
        _ profile: Profile, in directory: ProfileDirectory, until deadline: Int64
    ) async throws -> AccountAccess {
        let place = ScriptSocket(profileName: profile.name, directory: directory.path(profile.name))
        while true {
            do {
                return .own(try PreparedProfile(profile, directory: directory))
            } catch ProgramError.profileInUse(let name, let processID) {
                if let connection = try place.connect() { return .running(connection) }
                guard ScriptConnection.now < deadline else {
                    throw ProgramError.profileInUse(name: name, processID: processID)
                }
                // No event reports that the other process listens or releases its lock.
                try await Task.sleep(for: .milliseconds(50))
            }
        }
    }
}

/// A reference to a chat, as it was given to a command.
struct ChatChoice {
    private let named: String
    private let ownUserID: String

    init(_ named: String, of ownUserID: String) {
        self.named = named
        self.ownUserID = ownUserID
    }

    func choose(among chats: [Chat]) throws(ProgramError) -> Chat {
        switch ChatLookup(chats, ownUserID: ownUserID).find(named) {
        case .one(let chat): return chat
        case .several(let chats): throw .chat(.ambiguous(named, ids: chats.map(\.id)))
        case .nothing: throw .chat(.unknown(named))
        }
    }
}

/// The reason why a command can't use the given chat.
enum UnusableChatReason: Hashable {
    case unknown(String)
    case ambiguous(String, ids: [String])
    /// The account is not a member.
    case notIn(String)
    /// The chat was imported from a file.
    case isImported(String)

    var message: String {
        switch self {
        case .unknown(let name): .words("script.unknown-chat", ["chat": name])
        case .ambiguous(let name, let ids):
            .words("script.ambiguous-chat", ["chat": name, "ids": ids.joined(separator: ", ")])
        case .notIn(let name): .words("script.not-in-chat", ["chat": name])
        case .isImported(let name): .words("script.chat-is-imported", ["chat": name])
        }
    }

    /// The exit code as listed in confab(1).
    var exitCode: Int32 {
        switch self {
        case .unknown, .ambiguous: 1
        case .notIn, .isImported: 77
        }
    }
}

/// The format of an exported chat.
enum ExportFormat: String, ExpressibleByArgument, CaseIterable {
    /// JSON Lines: an object for each message.
    case json
    /// Plain text.
    case text
    /// A web page without scripts. It loads nothing but the files beside it.
    case html

    /// The name of the file in the directory.
    var fileName: String {
        switch self {
        case .json: "messages.jsonl"
        case .text: "messages.txt"
        case .html: "index.html"
        }
    }
}

/// Standard output of a command that writes until it is stopped. It detects that the reader closed the pipe.
enum OutputEnd {
    /// Calls back once the reader has closed its end of the pipe. If the output is a file, this never happens.
    static func wait(_ body: @escaping @Sendable () -> Void) {
        // This thread runs as long as the process. No event source reports the closed end of a pipe alone.
        Thread.detachNewThread {
            var asked = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
            while poll(&asked, 1, -1) < 0, errno == EINTR {}
            body()
        }
    }

    /// - Returns: whether the line was written. It is flushed immediately.
    static func write(_ line: String) -> Bool {
        print(line)
        return fflush(nil) == 0
    }
}

/// The shell completions for a profile.
enum ProfileCompletion {
    static let kind = CompletionKind.custom { _, _, _ in
        ProfileDirectory(paths: ProgramPaths()).names.filter(ShellWord.isPlain).map {
            ShellWord.written($0, for: CompletionShell.requesting)
        }
    }
}

/// The text that a command is to send.
enum ScriptInput {
    /// The limit to read, in bytes. It is more than a message may have.
    private static let most = 1_000_000

    /// - Parameter words: the words of the command line. None, or `-` alone, means standard input.
    static func text(_ words: [String]) throws(ProgramError) -> String {
        let text = words.isEmpty || words == ["-"] ? try standardInput() : words.joined(separator: " ")
        let excess = text.utf8.count - ScriptLine.maximumBytes
        // The sending process reads only requests up to its limit, so the error is reported here.
        if excess > 0, let problem = SendStatus.tooLong(by: excess).problem {
            throw .script(.said(problem, exitCode: 1))
        }
        guard !text.utf8.contains(0) else { throw .input(.noText) }
        guard text.contains(where: { !$0.isWhitespace }) else { throw .input(.nothingToSend) }
        return text
    }

    /// Reads standard input completely, and drops the line breaks at its end.
    private static func standardInput() throws(ProgramError) -> String {
        var bytes = (try? FileHandle.standardInput.read(upToCount: most)) ?? Data()
        while let last = bytes.last, [0x0A, 0x0D].contains(last) { bytes.removeLast() }
        guard let text = LocaleText.decode(validating: bytes) else { throw .input(.noText) }
        return text
    }
}

/// The socket at which the process that has a profile open listens for commands. Its path is noted in the profile's
/// directory: a command that cron runs has another runtime directory than the user's session.
struct ScriptSocket {
    private let profileName: String
    private let note: String

    /// - Parameter directory: the directory of the profile.
    init(profileName: String, directory: String) {
        self.profileName = profileName
        note = directory + "/ask"
    }

    /// Connects to the process; `nil` if none listens.
    func connect() throws(ProgramError) -> ScriptConnection? {
        if let noted, let connection = Self.open(noted) { return connection }
        return Self.open(try RuntimeSocket.scriptPath(profileName: profileName))
    }

    /// Saves the path if it differs from the saved one, since a write to disk is slow. Without the note, commands
    /// with the same runtime directory still find the socket.
    func saveIfDifferent(_ path: String) {
        if noted != path { try? ProgramPaths.writePrivateFile(path.utf8, to: note) }
    }

    private var noted: String? {
        FileManager.default.contents(atPath: note).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Connects to a socket of the same user only.
    private static func open(_ path: String) -> ScriptConnection? {
        ScriptConnection.open(path).flatMap { $0.isOfSameUser ? $0 : nil }
    }
}

/// A completion that is offered to a shell.
enum ShellWord {
    /// Whether a word has no special meaning in any shell. Shells expand completions, and chat names come from
    /// other people: a name must not run a command.
    static func isPlain(_ word: String) -> Bool {
        !word.isEmpty && word.first != "-"
            && word.unicodeScalars.allSatisfy { scalar in
                if scalar.isASCII {
                    return ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
                        || " -_.,:@!+=/".unicodeScalars.contains(scalar)
                }
                return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            }
    }

    /// Escapes a word for the shell: zsh treats the text after a colon as a description.
    static func written(_ word: String, for shell: CompletionShell?) -> String {
        shell == .zsh ? word.replacing(":", with: "\\:") : word
    }
}

/// The address of a Unix socket in the kernel's format.
enum SocketAddress {
    /// - Returns: the result of `body`, or -1 if the path is too long for a socket.
    static func with(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard path.utf8.count <= RuntimeSocket.maximumLength else { return -1 }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
