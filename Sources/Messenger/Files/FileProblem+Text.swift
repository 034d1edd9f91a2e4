import Conversations
import Foundation
import ViewModels

extension FileProblem {
    /// The error message: the cause and the remedy, in one line.
    package var text: String {
        switch self {
        case .missing: .words("file.missing")
        case .unreadable: .words("file.unreadable")
        case .isDirectory: .words("file.is-directory")
        case .isNoFile: .words("file.is-no-file")
        case .changed: .words("file.changed")
        case .tooLarge(let size, let limit):
            .words("file.too-large", ["size": MediaDetail.amount(of: size), "limit": MediaDetail.amount(of: limit)])
        case .diskFull: .words("file.disk-full")
        case .notKept(let code): .words("file.not-kept", ["reason": String(cString: strerror(code))])
        }
    }
}
