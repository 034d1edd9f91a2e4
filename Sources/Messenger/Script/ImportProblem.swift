import ViewModels

/// Why a line of a file is not taken in. It costs that line.
enum ImportProblem: Error, Hashable, Sendable {
    case noObject
    /// It has no such member, or one that means nothing.
    case lacks(String)
    /// It waited to be sent, and is nobody's message.
    case notSent
    case tooLong
    /// More chats than one file may fill.
    case tooManyChats

    /// A part of a sentence.
    var text: String {
        switch self {
        case .noObject: .words("import.no-object")
        case .lacks(let member): .words("import.lacks", ["member": member])
        case .notSent: .words("import.not-sent")
        case .tooLong: .words("import.too-long")
        case .tooManyChats: .words("import.too-many-chats")
        }
    }
}
