package import Engine
import Glibc
import ViewModels

/// The reason why an import failed or was aborted. Messages that were imported before stay.
package enum ImportError: Error, Hashable, Sendable {
    /// The file can't be read. The code is the `errno`.
    case file(path: String, code: Int32)
    case storage(FailureReason)
    /// Confab is closing.
    case cut

    package var message: String {
        switch self {
        case .file(let path, let code):
            .words("commands.unusable-file", ["file": path, "reason": String(cString: strerror(code))])
        case .storage(let reason): reason.text
        case .cut: .words("import.cut")
        }
    }
}

/// The reason why a line of the file, or the file that it names, is not imported.
enum ImportedLineError: Error, Hashable, Sendable {
    case noObject
    /// The line lacks this member, or its value is invalid.
    case lacks(String)
    /// The message was never sent.
    case notSent
    case tooLong
    /// The file has more chats than allowed.
    case tooManyChats
    /// The message is imported without its file. The reason is a part of a sentence and may contain untrusted text.
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
