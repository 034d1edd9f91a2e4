import Engine

/// Handles the events of files in messages.
@MainActor
struct MediaEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: MediaEvent) {
        switch event {
        case .wanted(let wish):
            guard state.media.states[wish.eventID]?.isLoading != true else { return }
            state.media.set(.loading(percent: nil), of: wish.eventID)
            effects.media.fetch(wish, settings: state.settings.settings.media)
        case .stopped(let eventID):
            effects.media.stop(eventID: eventID)
        case .progressed(let eventID, let percent):
            guard state.media.states[eventID]?.isLoading == true else { return }
            state.media.set(.loading(percent: percent), of: eventID)
        case .fetched(let wish, let path):
            let reason = effects.media.show(path)
            state.media.set(reason.map { .failed(.program($0)) } ?? .opened, of: wish.eventID)
        case .saved(let eventID, let path):
            state.media.set(.saved(path), of: eventID)
        case .failed(let eventID, let problem):
            state.media.set(problem.map(MediaState.failed) ?? .stopped, of: eventID)
        }
    }
}
