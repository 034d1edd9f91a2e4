/// The limits of a server. The values are those of production; tests set smaller ones.
///
/// Limits are counted by the remote end (``Peer``): an IP address (of IPv6 its first 64 bits), or the system user
/// behind a Unix socket. Loopback and Unix sockets may have a reverse proxy behind them, so they are shared
/// addresses with separate limits.
package struct ServerLimits: Sendable {
    /// Connections at a time on each listener; more wait in the system's queue. There are fewer if the process may
    /// not open as many files.
    package var connections = 16_384
    /// Connections of one address at a time; the next one is closed at once.
    package var connectionsPerAddress = 512
    /// Connections of all of loopback, of the proxy, or of one user of a Unix socket. The rest is reserved for
    /// other peers.
    package var connectionsPerSharedAddress = 14_336
    /// Descriptors that connections leave to the database, the log and the rest of the process.
    package var filesKept = 64
    /// The time for which the server accepts nothing after the system had no descriptor left.
    package var acceptPause: Duration = .seconds(1)

    /// The time for which a connection may be open without a whole request head.
    package var idle: Duration = .seconds(60)
    /// The maximum time for a request's body.
    package var bodyTime: Duration = .seconds(60)
    /// The bytes of a body that have to arrive in each ``bodyInterval``.
    package var bodyBytesPerInterval = 1024
    package var bodyInterval: Duration = .seconds(20)
    /// Bytes of bodies that are read or processed, of all requests but uploads, and of one account; the next one
    /// gets 429.
    package var bodyBytes = 16 << 20
    package var bodyBytesPerAccount = 2 << 20
    /// The maximum time for the body of an upload.
    package var uploadTime: Duration = .seconds(3600)
    /// The minimum average rate of an upload in bytes per second, from ``uploadGrace`` after its start on. A line of
    /// 1 kB a second is twice as fast.
    package var uploadBytesPerSecond = 512
    package var uploadGrace: Duration = .seconds(60)
    /// Requests that one connection may send beyond the one that is being answered. No more is read until some are
    /// answered.
    package var pipelinedRequests = 16

    /// Bytes of responses and updates that clients have not read, of the whole server. Past it, the slowest connection
    /// of the address with the most unread bytes is closed. A single response of an address may always wait, since no
    /// sync has a fixed size.
    package var unreadBytes = 64 << 20
    /// The bytes that a client with unread data has to read in each ``unreadInterval``; the connection of a slower
    /// client is closed.
    package var unreadBytesPerInterval = 64 << 10
    package var unreadInterval: Duration = .seconds(60)
    /// Bytes of a response that are kept in memory; a longer one is in a file until it is sent.
    package var answerBytesInMemory = 256 << 10
    /// Bytes of complete responses in memory that clients have not read; beyond them, short ones are in files as well.
    package var answersInMemory = 32 << 20
    /// Bytes of all responses in files, and of the responses to one account; the next one gets 503.
    package var answerFileBytes: Int64 = 1 << 30
    package var answerFileBytesPerAccount: Int64 = 256 << 20
    /// Long responses that are composed at a time, and waiting long responses of one account; the next one gets 429.
    package var longAnswersAtATime = 1
    package var longAnswersWaiting = 32
    /// Concurrent database reads of one account, out of three for all, not counting long responses. The account's
    /// other requests wait for these.
    package var readsPerAccount = 2
    /// The processor's time that a read of the database may use, and that of a long response; the request then gets
    /// 503.
    package var readTime: Duration = .seconds(10)
    package var longAnswerTime: Duration = .seconds(120)
    /// The maximum time that a sync waits for something new.
    package var longestSyncWait: Duration = .seconds(300)
    /// The kernel's send buffer of a connection in bytes; the kernel doubles this for its own use.
    package var socketBuffer = 128 << 10

    /// Wrong passwords for one account from one address that are answered at once; later responses are delayed,
    /// longer each time.
    package var freeFailures = 5
    /// The same limit for all accounts and registration tokens that one address tries.
    package var freeFailuresPerAddress = 20
    /// The interval at which one failure after another is forgotten.
    package var failureForgotten: Duration = .seconds(12)
    /// The delay of the first delayed response, and the maximum delay.
    package var firstHold: Duration = .seconds(1)
    package var longestHold: Duration = .seconds(30)
    /// Attempts at one account from one address that wait or are delayed at a time; the next one gets 429.
    package var triesPerAccount = 32
    package var triesPerAddress = 64
    package var tries = 512
    /// Accounts that one address may register at once, and the time until it may register one more. They don't
    /// apply to shared addresses.
    package var registrations = 60
    package var registrationRegained: Duration = .seconds(10)

    /// The rates at which each account may write.
    package var writes = WriteRates()

    /// Devices that one account may have.
    package var devices = 1000
    /// Messages from other devices that wait for a device that doesn't receive them.
    package var deviceMessages = 10_000
    /// Bytes of these messages.
    package var deviceMessageBytes = 32 << 20
    /// Waiting messages, and their bytes, from one sender to one device.
    package var deviceMessagesOfStranger = 200
    package var deviceMessageBytesOfStranger = 512 << 10
    /// The same for a sender who shares a room with the device's owner. These are accepted however many messages of
    /// others wait.
    package var deviceMessagesOfSender = 2_000
    package var deviceMessageBytesOfSender = 4 << 20
    /// The number of one-time and fallback keys of one device that wait to be claimed. Clients keep fifty to a hundred
    /// there.
    package var oneTimeKeys = 1_000
    /// The number of one-time keys of one device that one account may claim; past the limit it gets the fallback key.
    /// ``claimsOfStranger`` applies to accounts that share no room with the device's owner.
    package var claims = WriteRates.Allowance(burst: 10, perSecond: 1.0 / 600)
    package var claimsOfStranger = WriteRates.Allowance(burst: 3, perSecond: 1.0 / 1_800)
    /// The number of one-time keys that a device with a fallback key reserves for people who share a room with its
    /// owner.
    package var keysKeptFromStrangers = 10
    /// Signatures by one account on keys, its own and others'. There are two for each of its devices, and one for
    /// each person that it verified.
    package var signatures = 10_000
    /// Backups of room keys that one account has at a time; clients need one.
    package var keyBackups = 100
    /// Keys in all backups of an account. A user in a hundred busy rooms makes that many in ten years.
    package var backedUpKeys = 500_000
    /// Aliases of one room, and aliases that one account made.
    package var roomAliases = 50
    package var accountAliases = 1000
    /// Aliases that one account made for one room, so that it can't use up the aliases of others.
    package var ownRoomAliases = 20
    /// Rooms in the directory, and rooms that one account put there. A search reads all of them.
    package var publishedRooms = 5000
    package var accountPublishedRooms = 100
    /// Stored filters of one account; the oldest is removed first.
    package var filters = 1000

    /// Entries of account data of one account, and their bytes with their types. Each room's read marker is one entry.
    package var accountData: Int64 = 20_000
    package var accountDataBytes: Int64 = 8 << 20
    /// The same for one room, and for data that belongs to no room.
    package var accountDataPerRoom: Int64 = 1_000
    package var accountDataBytesPerRoom: Int64 = 2 << 20

    /// Bytes of one upload.
    package var uploadBytes: Int64 = 256 << 20
    /// Concurrent uploads of one account, and of all; the next one gets 429.
    package var uploadsPerAccount = 8
    package var uploads = 64
    /// The same for one address that is not shared.
    package var uploadsPerAddress = 32
    /// Further uploads, reserved for accounts that have none running.
    package var uploadsKeptForOthers = 64
    /// Concurrent downloads of one account.
    package var downloadsPerAccount = 64
    /// Pending uploads of one account at a time, and the time that each of them waits for its file.
    package var pendingUploadsPerAccount: Int64 = 100
    package var pendingUploadTime: Duration = .seconds(24 * 3600)
    /// The default time that a download waits for a pending file, and the maximum that it may request.
    package var usualFileWait: Duration = .seconds(20)
    package var longestFileWait: Duration = .seconds(60)
    /// Uploads of one account, and their bytes.
    package var mediaFilesPerAccount: Int64 = 100_000
    package var mediaBytesPerAccount: Int64 = 10 << 30
    /// Bytes of all uploads; the same bytes count once.
    package var mediaBytes: Int64 = 100 << 30
    /// Bytes of all thumbnails; the least recently used ones are removed.
    package var thumbnailBytes: Int64 = 1 << 30
    /// Pictures that wait for a thumbnail, beside two that are being made; the next one gets 429.
    package var thumbnailsWaiting = 64
    /// Bytes of the disk that uploads leave to the database and to others.
    package var diskKept: Int64 = 256 << 20
    /// Bytes of the disk that all other writes leave: enough for the database to finish its work, and to remove
    /// deleted files.
    package var diskReserve: Int64 = 64 << 20

    package init() {}

    /// Raises the limits of each account for writes and for claims of others' keys.
    ///
    /// - Parameter factor: The factor; 1 or more.
    package mutating func multiplyWriteRates(by factor: Double) {
        writes.multiply(by: factor)
        for path in [\ServerLimits.claims, \.claimsOfStranger] {
            self[keyPath: path].burst *= factor
            self[keyPath: path].perSecond *= factor
        }
    }
}
