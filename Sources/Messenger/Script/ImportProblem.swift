import ViewModels

/// The reason why a line of the file, or the file that it names, is not imported.
enum ImportProblem: Error, Hashable, Sendable {
    case noObject
    /// The line lacks this member, or its value is invalid.
    case lacks(String)
    /// The message was never sent.
    case notSent
    case tooLong
    /// The file has more chats than allowed.
    case tooManyChats
    /// The message is imported without its file. The reason is a part of a sentence, partly from outside.
    case noFile(String)

    /// The description, as a part of a sentence.
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
