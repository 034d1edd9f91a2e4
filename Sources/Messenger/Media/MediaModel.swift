/// The states of the files that were requested since the program started.
@MainActor
final class MediaModel {
    /// The states by event ID.
    private(set) var states: [String: MediaState] = [:]

    func set(_ state: MediaState, of eventID: String) { states[eventID] = state }
}
