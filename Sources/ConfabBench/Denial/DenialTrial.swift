/// A way to flood a server, as the command line names it.
enum DenialTrial: String, CaseIterable, Sendable {
    /// Account data of 100 kB an entry, then first syncs with all of it.
    case accountData = "account-data"
    /// Messages of 60 kB.
    case messages
    /// Rooms with invites, then first syncs with all of them.
    case rooms
    /// State events of 60 kB, then the whole state.
    case state
    /// Messages of 50 kB to another user's device.
    case toDevice = "to-device"
    /// Claims of another user's one-time keys.
    case keys
    /// A backup of room keys, then all of it.
    case backup
    /// Messages with unique words, and searches.
    case search
    /// Uploads that send almost nothing.
    case uploads
    /// Many changes at once on each connection, without waiting for the answers.
    case pipelining
}
