/// Requests for files in messages, and their results.
enum MediaEvent: RoutedEvent {
    case wanted(MediaRequest)
    case stopped(eventID: String)
    case progressed(eventID: String, percent: Int?)
    /// The file is on this machine and verified, at a path within the profile.
    case fetched(MediaRequest, path: String)
    case saved(eventID: String, path: String)
    /// The download failed, or the user stopped it if the error is `nil`.
    case failed(eventID: String, MediaError?)
}

/// Handles the events of files in messages.
@MainActor
struct MediaEventRouter: EventRouter {
    private let model: MediaModel
    private let settings: SettingsModel
    private let endpoint: MediaEndpoint
    private let handlers: SessionHandlers

    func route(_ event: MediaEvent) {
        switch event {
        case .wanted(let wish):
            guard model.states[wish.eventID]?.isLoading != true else { return }
            model.set(.loading(percent: nil), of: wish.eventID)
            endpoint.fetch(wish, settings: settings.settings.media)
        case .stopped(let eventID):
            endpoint.stop(eventID: eventID)
        case .progressed(let eventID, let percent):
            guard model.states[eventID]?.isLoading == true else { return }
            model.set(.loading(percent: percent), of: eventID)
        case .fetched(let wish, let path):
            let reason = endpoint.show(path)
            model.set(reason.map { .failed(.program($0)) } ?? .opened, of: wish.eventID)
        case .saved(let eventID, let path):
            model.set(.saved(path), of: eventID)
        case .failed(let eventID, let problem):
            model.set(problem.map(MediaState.failed) ?? .stopped, of: eventID)
        }
        handlers.timeline.changed()
    }
}

extension MediaEventRouter {
    init(_ session: SessionParts) {
        self.init(
            model: session.models.media, settings: session.models.settings, endpoint: session.media,
            handlers: session.handlers)
    }
}
