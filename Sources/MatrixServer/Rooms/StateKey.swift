/// The type and the state key that identify a piece of a room's state.
struct StateKey: Hashable {
    let type: String
    let key: String

    /// - Returns: `nil` for an event that is not state.
    init?(_ event: StoredEvent) {
        guard let key = event.stateKey else { return nil }
        type = event.type
        self.key = key
    }
}
