import ViewModels

/// Why a line of a file is not taken in, or not with all that it names.
enum ImportProblem: Error, Hashable, Sendable {
    case noObject
    /// It has no such member, or one that means nothing.
    case lacks(String)
    /// It waited to be sent, and is nobody's message.
    case notSent
    case tooLong
    /// More chats than one file may fill.
    case tooManyChats
    /// It costs the line nothing but its file. A part of a sentence, from outside in part.
    case noFile(String)

    /// A part of a sentence.
    var text: String {
        switch self {
        case .noObject: .words("import.no-object")
        case .lacks(let member): .words("import.lacks", ["member": member])
        case .notSent: .words("import.not-sent")
        case .tooLong: .words("import.too-long")
        case .tooManyChats: .words("import.too-many-chats")
        case .noFile(let reason): reason
        }
    }
}
