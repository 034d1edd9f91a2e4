import DurableFiles
import Glibc
import MatrixClient
import ViewModels

/// The state of the file of a message.
enum MediaState: Hashable, Sendable {
    /// - Parameter percent: the progress; `nil` until the size is known.
    case loading(percent: Int?)
    /// The user stopped the download. The partial file is kept.
    case stopped
    /// A program opened the file.
    case opened
    /// The file was saved at a path, which has `~` for the home directory.
    case saved(String)
    case failed(MediaError)

    var isLoading: Bool {
        if case .loading = self { true } else { false }
    }

    var status: DisplayText {
        switch self {
        case .loading(nil): .words("media.loading")
        case .loading(let percent?): .words("media.loading-so-far", ["percent": String(percent)])
        case .stopped: .words("media.stopped")
        case .opened: .words("media.opened")
        case .saved(let path): .words("media.saved", ["path": path])
        case .failed(let problem): DisplayText(sanitizing: problem.text)
        }
    }

    var tone: MessageViewModel.StatusTone {
        switch self {
        case .loading: .pending
        case .stopped, .opened, .saved: .done
        case .failed: .failed
        }
    }
}

/// The states of the files that were requested since the program started.
struct MediaModel {
    /// The states by event ID.
    private(set) var states: [String: MediaState] = [:]

    mutating func set(_ state: MediaState, of eventID: String) { states[eventID] = state }
}

/// The reason why a file could not be fetched, saved or opened.
enum MediaError: Error, Hashable, Sendable {
    case server(MatrixClientError)
    /// A disk error, with its `errno`.
    case disk(path: String, CInt)
    /// The file is larger than the settings allow. The limit is in bytes.
    case tooLarge(limit: Int64)
    /// The hash of the file doesn't match the message.
    case otherContent
    /// The encryption of the file is missing a field or uses an unknown method.
    case unknownEncryption
    /// The file is of a kind that no program may open.
    case notShown
    /// The same file is being downloaded for another message.
    case busy
    /// The user's program could not be started.
    case program(String)
    case noDirectory(String)
    /// The message was imported without its file.
    case notImported

    var text: String {
        switch self {
        case .server(let error): .words("media.not-fetched", ["reason": error.message])
        case .disk(let path, let code):
            .words("media.not-kept", ["path": path, "reason": String(cString: strerror(code))])
        case .tooLarge(let limit):
            .words("media.too-large", ["limit": MediaDetail.amount(of: limit)])
        case .otherContent: .words("media.other-content")
        case .unknownEncryption: .words("media.unknown-encryption")
        case .notShown: .words("media.not-shown")
        case .busy: .words("media.busy")
        case .program(let reason): reason
        case .noDirectory(let path): .words("media.no-directory", ["path": path])
        case .notImported: .words("media.not-imported")
        }
    }
}

extension MediaError {
    /// Converts the error of a failed write.
    init(_ error: DurableFileError) { self = .disk(path: error.path, error.code) }
}
