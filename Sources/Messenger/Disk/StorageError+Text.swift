package import Storage
import ViewModels

extension StorageError {
    /// The error in one line, with a remedy.
    package var message: String {
        switch self {
        case .newerVersion: .words("storage.newer-version")
        case .olderVersion: .words("storage.older-version")
        case .corrupt(let detail): .words("storage.corrupt", ["detail": detail])
        case .diskFull: .words("storage.disk-full")
        case .readOnly: .words("storage.read-only")
        case .other(let detail): .words("storage.other", ["detail": detail])
        }
    }
}
