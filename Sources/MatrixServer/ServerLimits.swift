/// What one server bears, in one place. The values are those of production; tests set smaller ones.
///
/// Limits count by who is at the other end (``Peer``): an IP address (of IPv6 its first 64 bits), or the system user behind a
/// Unix socket. Loopback and Unix sockets may have a reverse proxy behind them, so they are shared addresses with a
/// limit of their own.
package struct ServerLimits: Sendable {
    /// Connections at a time on each listener; more wait in the system's queue. Fewer where the process may not open as many files.
    package var connections = 16_384
    /// Connections of one address at a time; the next one is closed at once.
    package var connectionsPerAddress = 512
    /// Connections of all of loopback, of the proxy, or of one user of a Unix socket. What is left is for the others.
    package var connectionsPerSharedAddress = 14_336
    /// Descriptors that connections leave to the database, the log and the rest of the process.
    package var filesKept = 64
    /// How long the server accepts nothing after the system had no descriptor left.
    package var acceptPause: Duration = .seconds(1)

    /// How long a connection may be open without a whole request head.
    package var idle: Duration = .seconds(60)
    /// How long a request's body may take.
    package var bodyTime: Duration = .seconds(60)
    /// How many bytes of a body have to come in each ``bodyInterval``.
    package var bodyBytesPerInterval = 1024
    package var bodyInterval: Duration = .seconds(20)
    /// Bytes of bodies that are read or worked at, of all requests but uploads, and of one account; the next one gets 429.
    package var bodyBytes = 16 << 20
    package var bodyBytesPerAccount = 2 << 20
    /// How long the body of an upload may take.
    package var uploadTime: Duration = .seconds(3600)
    /// Bytes that an upload has to bring in each second on the average, from ``uploadGrace`` after its beginning on. A line of 1 kB a
    /// second brings twice as many.
    package var uploadBytesPerSecond = 512
    package var uploadGrace: Duration = .seconds(60)
    /// Requests that one connection may have sent beyond the one that is being answered. No more is read until some are answered.
    package var pipelinedRequests = 16

    /// Bytes of answers and updates that wait for readers, of the whole server. Past it, the slowest connection of the address that
    /// has the most waiting is cut. One answer of one address always may wait, since no sync has a fixed size.
    package var unreadBytes = 64 << 20
    /// Bytes that a reader has to take of what waits in each ``unreadInterval``; who takes fewer is cut.
    package var unreadBytesPerInterval = 64 << 10
    package var unreadInterval: Duration = .seconds(60)
    /// Bytes that one answer has in memory; a longer one is in a file until its reader has it.
    package var answerBytesInMemory = 256 << 10
    /// Bytes of whole answers in memory that wait for their readers; beyond them, short ones are in files as well.
    package var answersInMemory = 32 << 20
    /// Bytes of all answers in files, and of those of one account; the next one gets 503.
    package var answerFileBytes: Int64 = 1 << 30
    package var answerFileBytesPerAccount: Int64 = 256 << 20
    /// Long answers that are composed at a time, and those of one account that wait for their turn; the next one gets 429.
    package var longAnswersAtATime = 1
    package var longAnswersWaiting = 32
    /// Reads of the database for one account at a time, of three for all, long answers apart; others of its requests wait for these.
    package var readsPerAccount = 2
    /// How much the kernel may hold of what was sent to a connection; it doubles this for its own use.
    package var socketBuffer = 128 << 10

    /// Wrong passwords for one account from one address that are answered at once; later ones are held back, longer each time.
    package var freeFailures = 5
    /// The same for all accounts and registration tokens that one address tries.
    package var freeFailuresPerAddress = 20
    /// How long until one of these is forgotten.
    package var failureForgotten: Duration = .seconds(12)
    /// How long the first answer is held back, and the longest that one is.
    package var firstHold: Duration = .seconds(1)
    package var longestHold: Duration = .seconds(30)
    /// Tries at one account from one address that wait or are held back at a time; the next one gets 429.
    package var triesPerAccount = 32
    package var triesPerAddress = 64
    package var tries = 512
    /// Accounts that one address registers at once, and how long until it may register one more. Not for shared addresses.
    package var registrations = 60
    package var registrationRegained: Duration = .seconds(10)

    /// Rates at which each account may write.
    package var writes = WriteRates()

    /// Devices that one account may have.
    package var devices = 1000
    /// Messages from other devices that wait for one that doesn't take them.
    package var deviceMessages = 10_000
    /// Bytes of them.
    package var deviceMessageBytes = 32 << 20
    /// How many of these, and how many bytes, one sender may have waiting for one device.
    package var deviceMessagesOfStranger = 200
    package var deviceMessageBytesOfStranger = 512 << 10
    /// The same of a sender who shares a room with the device's owner: these are taken however much of others waits.
    package var deviceMessagesOfSender = 2_000
    package var deviceMessageBytesOfSender = 4 << 20
    /// One-time and fallback keys of one device that wait to be given out. Clients keep fifty to a hundred there.
    package var oneTimeKeys = 1_000
    /// The number of one-time keys of one device that one account gets; past it, the fallback key. More for people who share a room.
    package var claims = WriteRates.Allowance(burst: 10, perSecond: 1.0 / 600)
    package var claimsOfStranger = WriteRates.Allowance(burst: 3, perSecond: 1.0 / 1_800)
    /// The number of one-time keys that a device with a fallback key keeps for people who share a room with its owner.
    package var keysKeptFromStrangers = 10
    /// Signatures that one account put to keys, its own and others'. There are two for each of its devices, and one for each person that
    /// it verified.
    package var signatures = 10_000
    /// Backups of room keys that one account has at a time; clients need one.
    package var keyBackups = 100
    /// Keys in all of them. Somebody in a hundred busy rooms makes that many in ten years.
    package var backedUpKeys = 500_000
    /// Names by which one room is found, and that one account made.
    package var roomAliases = 50
    package var accountAliases = 1000
    /// That one account made for one room, so that nobody takes all from the others.
    package var ownRoomAliases = 20
    /// Rooms in the directory, and those that one account put there: a search looks at all of them.
    package var publishedRooms = 5000
    package var accountPublishedRooms = 100
    /// Filters kept of one account; the oldest goes first.
    package var filters = 1000

    /// Entries of account data of one account, and bytes of them with their types. Each room's marker of what was read is one.
    package var accountData: Int64 = 20_000
    package var accountDataBytes: Int64 = 8 << 20
    /// The same of one room, and of what belongs to no room.
    package var accountDataPerRoom: Int64 = 1_000
    package var accountDataBytesPerRoom: Int64 = 2 << 20

    /// Bytes of one upload.
    package var uploadBytes: Int64 = 256 << 20
    /// Uploads of one account at a time, and of all; the next one gets 429.
    package var uploadsPerAccount = 8
    package var uploads = 64
    /// The same for one address that is not shared.
    package var uploadsPerAddress = 32
    /// More of all, for accounts that have none under way.
    package var uploadsKeptForOthers = 64
    /// Downloads of one account at a time.
    package var downloadsPerAccount = 64
    /// Addresses of one account for files that are to come, at a time, and how long each of them waits for its file.
    package var pendingUploadsPerAccount: Int64 = 100
    package var pendingUploadTime: Duration = .seconds(24 * 3600)
    /// How long a download waits for a file that is to come where it doesn't say, and the longest that it may say.
    package var usualFileWait: Duration = .seconds(20)
    package var longestFileWait: Duration = .seconds(60)
    /// Uploads of one account, and bytes of them.
    package var mediaFilesPerAccount: Int64 = 100_000
    package var mediaBytesPerAccount: Int64 = 10 << 30
    /// Bytes of all uploads; the same bytes count once.
    package var mediaBytes: Int64 = 100 << 30
    /// Bytes of all thumbnails; those that were not used for longest go.
    package var thumbnailBytes: Int64 = 1 << 30
    /// Pictures that wait to be made smaller, beside two that are; the next one gets 429.
    package var thumbnailsWaiting = 64
    /// Bytes of the disk that uploads leave to the database and to others.
    package var diskKept: Int64 = 256 << 20
    /// Bytes of it that all other writes leave: enough for the database to end what it began, and to remove what is deleted.
    package var diskReserve: Int64 = 64 << 20

    package init() {}

    /// Raises what each account may write, and what it may claim of others' keys.
    ///
    /// - Parameter factor: how many times; 1 or more.
    package mutating func multiplyWriteRates(by factor: Double) {
        writes.multiply(by: factor)
        for path in [\ServerLimits.claims, \.claimsOfStranger] {
            self[keyPath: path].burst *= factor
            self[keyPath: path].perSecond *= factor
        }
    }
}
