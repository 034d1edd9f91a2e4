import Conversations
import MatrixAPI
import Messenger

/// What a command hears of what it asked for, one object on a line for each.
enum ScriptAnswer: Hashable {
    /// The line is on disk, and goes out by itself.
    case kept
    /// It waits there for a server; why, in words.
    case delayed(String, exitCode: Int32)
    case sent(eventID: String?)
    /// What else was asked for.
    ///
    /// - chatID: of the chat that was joined.
    case done(chatID: String?)
    /// A file of a message is in the profile.
    case fetched(path: String)
    /// What was taken in for a chat; others may follow.
    case imported(ImportedChat)
    /// What was not done beside what was, in words; others may follow.
    case leftOut(String)
    case failed(String, exitCode: Int32)
    /// Nothing can be shown: whoever has the profile makes room for who can.
    case noScreen

    init(_ fate: LineFate) {
        switch fate {
        case .kept: self = .kept
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

extension LineRefusal {
    fileprivate var isOfPermission: Bool {
        switch self {
        case .chatIsLeft: true
        case .server(let code, _, _, _): code == "M_FORBIDDEN"
        default: false
        }
    }
}
