/// What became of files that a person wanted since the program began.
@MainActor
final class MediaModel {
    /// By event.
    private(set) var states: [String: MediaState] = [:]

    func set(_ state: MediaState, of eventID: String) { states[eventID] = state }
}
