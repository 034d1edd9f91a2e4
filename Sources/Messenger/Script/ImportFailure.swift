import Glibc
import ViewModels

/// The reason why an import failed or was aborted. Messages that were imported before stay.
package enum ImportFailure: Error, Hashable, Sendable {
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
