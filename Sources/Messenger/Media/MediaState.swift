package import Engine
package import ViewModels

/// The state of the file of a message.
package enum MediaState: Hashable, Sendable {
    /// - Parameter percent: the progress; `nil` until the size is known.
    case loading(percent: Int?)
    /// The user stopped the download. The partial file is kept.
    case stopped
    /// A program opened the file.
    case opened
    /// The file was saved at a path, which has `~` for the home directory.
    case saved(String)
    case failed(MediaError)

    package var isLoading: Bool {
        if case .loading = self { true } else { false }
    }

    package var status: DisplayText {
        switch self {
        case .loading(nil): .words("media.loading")
        case .loading(let percent?): .words("media.loading-so-far", ["percent": String(percent)])
        case .stopped: .words("media.stopped")
        case .opened: .words("media.opened")
        case .saved(let path): .words("media.saved", ["path": path])
        case .failed(let problem): DisplayText(sanitizing: problem.text)
        }
    }

    package var tone: MessageViewModel.StatusTone {
        switch self {
        case .loading: .pending
        case .stopped, .opened, .saved: .done
        case .failed: .failed
        }
    }
}

/// The states of the files that were requested since the program started.
package struct MediaModel {
    /// The states by event ID.
    package private(set) var states: [String: MediaState] = [:]

    mutating func set(_ state: MediaState, of eventID: String) { states[eventID] = state }
}
