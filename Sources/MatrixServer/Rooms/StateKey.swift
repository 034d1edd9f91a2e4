/// The type and the state key under which a room keeps one piece of state.
struct StateKey: Hashable {
    let type: String
    let key: String

    /// - Returns: `nil` for an event that is no state.
    init?(_ event: StoredEvent) {
        guard let key = event.stateKey else { return nil }
        type = event.type
        self.key = key
    }
}
