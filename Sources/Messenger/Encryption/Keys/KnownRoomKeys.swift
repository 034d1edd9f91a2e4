import Storage

/// A cache of recently used keys, so that a run of events loads its key from disk once.
struct KnownRoomKeys: Sendable {
    private static let most = 500
    private struct Place: Hashable {
        let session: RoomSession
        let sender: String
    }

    private var keys: [Place: RoomKey] = [:]

    subscript(session: RoomSession, sender: String) -> RoomKey? {
        get { keys[Place(session: session, sender: sender)] }
        set {
            if keys.count >= Self.most { keys = [:] }
            keys[Place(session: session, sender: sender)] = newValue
        }
    }
}
