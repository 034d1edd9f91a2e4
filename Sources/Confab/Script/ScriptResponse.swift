import Conversations
import Engine
import MatrixAPI
import MatrixClient
import Messenger
import Presentation

/// An answer to a command's request. Each answer is an object on its own line.
enum ScriptResponse: Hashable {
    /// The message is saved, and will be sent automatically.
    case kept
    /// The message is saved and waits for a server. The text gives the reason.
    case delayed(String, exitCode: Int32)
    case sent(eventID: String?)
    /// Another request is done.
    ///
    /// - chatID: the chat that was joined.
    case done(chatID: String?)
    /// The file of a message was downloaded into the profile.
    case fetched(path: String)
    /// A chat was imported. More answers may follow.
    case imported(ImportedChat)
    /// A part was skipped, for the reason in the text. More answers may follow.
    case leftOut(String)
    case failed(String, exitCode: Int32)
    /// The process has no screen. It yields the profile to a process that has one.
    case noScreen

    init(_ fate: SendStatus) {
        switch fate {
        case .saved: self = .kept
        case .sent(let eventID): self = .sent(eventID: eventID)
        case .delayed(let error):
            self = .delayed(fate.problem ?? "", exitCode: ProgramError.client(error).exitCode)
        case .refused(let reason): self = .failed(fate.problem ?? "", exitCode: reason.isOfPermission ? 77 : 1)
        case .withdrawn, .notKept, .noFile, .tooLong: self = .failed(fate.problem ?? "", exitCode: 1)
        }
    }

    init?(line: [UInt8]) {
        guard let json = try? JSONValue(parsing: line), json["version"]?.integer == ScriptRequest.version else {
            return nil
        }
        let problem = json["problem"]?.string ?? ""
        let exitCode = json["status"]?.integer.flatMap { Int32(exactly: $0) } ?? 1
        switch json["answer"]?.string {
        case "kept": self = .kept
        case "delayed": self = .delayed(problem, exitCode: exitCode)
        case "sent": self = .sent(eventID: json["event_id"]?.string)
        case "done": self = .done(chatID: json["chat"]?.string)
        case "no_screen": self = .noScreen
        case "fetched":
            guard let path = json["path"]?.string else { return nil }
            self = .fetched(path: path)
        case "imported":
            guard let chat = json["chat"].flatMap(ImportedChat.init) else { return nil }
            self = .imported(chat)
        case "left_out": self = .leftOut(problem)
        case "failed": self = .failed(problem, exitCode: exitCode)
        default: return nil
        }
    }

    var json: JSONValue {
        var json: JSONValue = ["version": .integer(ScriptRequest.version)]
        switch self {
        case .kept: json["answer"] = "kept"
        case .done(let chatID):
            json["answer"] = "done"
            json["chat"] = chatID.map(JSONValue.string)
        case .sent(let eventID):
            json["answer"] = "sent"
            json["event_id"] = eventID.map(JSONValue.string)
        case .fetched(let path):
            json["answer"] = "fetched"
            json["path"] = .string(path)
        case .imported(let chat):
            json["answer"] = "imported"
            json["chat"] = chat.json
        case .leftOut(let problem):
            json["answer"] = "left_out"
            json["problem"] = .string(problem)
        case .delayed(let problem, let exitCode):
            json["answer"] = "delayed"
            json["problem"] = .string(problem)
            json["status"] = .integer(Int64(exitCode))
        case .noScreen: json["answer"] = "no_screen"
        case .failed(let problem, let exitCode):
            json["answer"] = "failed"
            json["problem"] = .string(problem)
            json["status"] = .integer(Int64(exitCode))
        }
        return json
    }
}

extension OutboxLineFailureReason {
    fileprivate var isOfPermission: Bool {
        switch self {
        case .chatIsLeft: true
        case .server(let code, _, _, _): code == "M_FORBIDDEN"
        default: false
        }
    }
}

extension ChatJoiner {
    /// Joins a chat, or requests to be let in.
    ///
    /// - Parameters:
    ///   - typed: the address as the user gave it.
    ///   - userID: the ID of the account.
    /// - Returns: the chat's identifier; `nil` if the request is pending.
    func enter(_ typed: String, knocks: Bool, userID: String) async throws(ProgramError) -> String? {
        guard let address = MatrixAddress(typed, server: UserID(userID)?.server ?? "")?.room else {
            throw .input(.noChatAddress(typed))
        }
        do throws(JoinError) {
            if !knocks { return try await join(address) }
            try await knock(address)
            return nil
        } catch {
            throw .join(address, error)
        }
    }

    /// Joins or requests, and returns the answer for another command.
    func answer(_ typed: String, knocks: Bool, userID: String) async -> ScriptResponse {
        do throws(ProgramError) {
            return .done(chatID: try await enter(typed, knocks: knocks, userID: userID))
        } catch {
            return .failed(error.message, exitCode: error.exitCode)
        }
    }
}
