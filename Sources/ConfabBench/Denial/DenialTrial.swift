/// A way to flood a server, as the command line names it.
enum DenialTrial: String, CaseIterable, Sendable {
    /// Account data of 100 kB an entry, then first syncs with all of it.
    case accountData = "account-data"
    /// Messages of 60 kB.
    case messages
    /// Rooms with invitations, then first syncs with all of them.
    case rooms
    /// State events of 60 kB, then the whole state.
    case state
    /// Messages of 50 kB to a device of somebody else.
    case toDevice = "to-device"
    /// Claims of somebody else's one-time keys.
    case keys
    /// A backup of room keys, then all of it.
    case backup
    /// Messages of words of which no two are the same, and searches.
    case search
    /// Uploads that hardly come.
    case uploads
    /// Many changes at once on each connection, whose answers are not waited for.
    case pipelining
}
