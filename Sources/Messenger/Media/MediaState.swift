import ViewModels

/// What becomes of the file of one message.
enum MediaState: Hashable, Sendable {
    /// - Parameter percent: `nil` as long as nobody knows how long it is.
    case loading(percent: Int?)
    /// A person stopped it; what came is kept.
    case stopped
    /// A program shows it.
    case opened
    /// By its path as people write it.
    case saved(String)
    case failed(MediaProblem)

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
