import Glibc
import ViewModels

/// Why a file is not taken in, or not to its end. What was taken in before stays.
package enum ImportFailure: Error, Hashable, Sendable {
    /// By the system's number of the error.
    case file(path: String, code: Int32)
    case storage(FailureReason)
    /// Confab ends.
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
