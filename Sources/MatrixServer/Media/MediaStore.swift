import GRDB
import Logging
import MatrixAPI
import NIOCore
import NIOPosix
import Synchronization

/// Stores uploads and opens them for downloads. The bytes are in ``MediaFolder``, the metadata in ``MediaTable``.
final class MediaStore: Sendable {
    /// The number of bytes after which the free space of the disk is checked again.
    private static let checkInterval: Int64 = 8 << 20

    let turns: UploadLimiter
    private let downloads: DownloadLimiter
    private let folder: MediaFolder
    private let limits: ServerLimits
    private let commits: CommitQueue
    private let pool: DatabasePool
    private let notifier: SyncNotifier
    private let thumbnails: ThumbnailMaker

    /// Removes uploads that were interrupted by the end of the previous process.
    init(
        _ configuration: ServerConfiguration, _ pool: DatabasePool, _ commits: CommitQueue, _ notifier: SyncNotifier,
        _ logger: Logger
    ) throws {
        thumbnails = ThumbnailMaker(configuration, logger)
        (limits, self.pool, self.commits, self.notifier) = (configuration.limits, pool, commits, notifier)
        turns = UploadLimiter(limits)
        downloads = DownloadLimiter(limit: limits.downloadsPerAccount)
        let folder = try MediaFolder(in: configuration.dataDirectory)
        self.folder = folder
        try pool.read { try folder.sweep($0) }
        try pool.write { try MediaTable($0).sweepExpired(most: .max) }
    }

    /// The directory of incomplete files; a start removes all of them.
    var incoming: String { folder.incoming }

    /// Reserves the address of a pending upload.
    func reserve(for owner: String) async throws -> PendingUpload {
        let limits = limits
        let time = limits.pendingUploadTime.components
        let upload = PendingUpload(
            id: MediaStore.newID(),
            expiresAt: Timestamp.now + time.seconds * 1_000 + time.attoseconds / 1_000_000_000_000_000)
        let share = PendingChange.Share(user: owner, weight: 0)
        try await commits.commit(share: share) { changes in
            try MediaTable(changes.database).reserve(upload, of: owner, within: limits)
        }
        return upload
    }

    /// - Returns: `nil` if nothing here can decode it.
    func thumbnail(of media: Media, _ size: ThumbnailSize) async throws -> ThumbnailFolder.Finding? {
        try await thumbnails.find(media.hash, at: folder.file(media.hash), size)
    }

    /// Whether the file is a picture that isn't animated.
    func isStill(_ media: Media) async throws -> Bool { try await StillPicture.isStill(folder.file(media.hash)) }

    /// - Parameter reader: The account that gets it.
    /// - Throws: 429 if it has too many downloads at a time.
    func open(_ media: Media, for reader: String) async throws -> StoredFile {
        try await StoredFile(folder.file(media.hash), downloads.begin(reader))
    }

    /// Works as ``open(_:for:)``, for a thumbnail at a path.
    func openThumbnail(_ path: String, for reader: String) async throws -> StoredFile {
        try await StoredFile(path, downloads.begin(reader))
    }

    /// Stores the body of an upload. The file and its metadata are on the disk once this returns; if it throws,
    /// nothing is left.
    ///
    /// - Parameter reserved: The ID that was reserved for it; `nil` makes a new one.
    /// - Returns: The ID; if the same file was uploaded again, the first ID.
    @discardableResult
    func store(
        _ body: UploadBody, _ type: MediaType, _ name: String?, of owner: String, from peer: Peer,
        as reserved: String? = nil
    ) async throws -> String {
        try turns.begin(owner, peer)
        defer { turns.end(owner, peer) }
        let announced = body.length ?? 0
        guard announced <= limits.uploadBytes else { throw tooLarge }
        let limits = limits
        try await pool.read { database in
            if let reserved { try MediaTable(database).checkReserved(reserved, for: owner) }
            try MediaTable(database).checkRoom(forFileOf: announced, of: owner, within: limits)
        }
        try checkDisk(announced)
        let folder = folder
        let incoming = try await NIOThreadPool.singleton.runIfActive { try IncomingFile(in: folder) }
        let file: WholeFile
        do {
            file = try await whole(body, incoming)
        } catch {
            incoming.remove()
            throw error
        }
        let id = try await enter(file, incoming, type, name, of: owner, as: reserved)
        try await NIOThreadPool.singleton.runIfActive {
            try folder.settle()
            incoming.remove()
        }
        if reserved != nil { notifier.wake([MediaStore.listener(of: owner)]) }
        return id
    }

    /// Returns the name under which downloads wait for an owner's pending uploads. It is not a valid user ID.
    static func listener(of owner: String) -> String { "files of \(owner)" }

    private func whole(_ body: UploadBody, _ incoming: IncomingFile) async throws -> WholeFile {
        var looked: Int64 = 0
        try await body.read { part in
            let size = incoming.size + Int64(part.readableBytes)
            guard size <= limits.uploadBytes else { throw tooLarge }
            if size - looked >= MediaStore.checkInterval {
                try checkDisk(0)
                looked = size
            }
            try await NIOThreadPool.singleton.runIfActive { try incoming.append(part) }
        }
        return try await NIOThreadPool.singleton.runIfActive { try incoming.finish() }
    }

    private func enter(
        _ file: WholeFile, _ incoming: IncomingFile, _ type: MediaType, _ name: String?, of owner: String,
        as reserved: String?
    ) async throws -> String {
        let (folder, limits) = (folder, limits)
        let id = reserved ?? MediaStore.newID()
        do {
            return try await commits.commit { changes in
                let table = MediaTable(changes.database)
                if reserved != nil {
                    try table.checkReserved(id, for: owner)
                } else if let known = try table.same(file, type, name, of: owner) {
                    return known
                }
                try table.put(id, file, type, name, of: owner, within: limits)
                // This is inside the transaction: the cleanup that finds the file unknown to the database removes
                // it in one as well.
                try folder.place(file)
                return id
            }
        } catch {
            // If this fails as well, the file stays in `new/`, and the next start removes it.
            try await commits.commit { changes in
                if try !MediaTable(changes.database).hasFile(file.hash) { folder.remove(file) }
            }
            incoming.remove()
            throw error
        }
    }

    private static func newID() -> String { UnpaddedBase64.random(bytes: 18) }

    private func checkDisk(_ bytes: Int64) throws {
        if let free = folder.free, free - bytes < limits.diskKept { throw FileErrorMapping.diskFull }
    }

    private var tooLarge: EndpointError { .tooLarge("A file may have \(limits.uploadBytes) bytes") }
}

/// Counts the running uploads, with limits for accounts, addresses and the server. Beyond the server's limit some
/// are reserved for accounts that have none, so that a few accounts with slow uploads don't block others.
final class UploadLimiter: Sendable {
    private struct State {
        var ofAccounts: [String: Int] = [:]
        var ofPeers: [Peer: Int] = [:]
        var all = 0
    }

    private let limits: ServerLimits
    private let state = Mutex(State())

    init(_ limits: ServerLimits) { self.limits = limits }

    /// - Throws: An ``EndpointError`` if there are too many already.
    func begin(_ user: String, _ peer: Peer) throws(EndpointError) {
        let isAllowed = state.withLock { state in
            let (own, ofPeer) = (state.ofAccounts[user, default: 0], state.ofPeers[peer, default: 0])
            let most = limits.uploads + (own == 0 ? limits.uploadsKeptForOthers : 0)
            guard own < limits.uploadsPerAccount, peer.isShared || ofPeer < limits.uploadsPerAddress, state.all < most
            else { return false }
            state.ofAccounts[user] = own + 1
            state.ofPeers[peer] = ofPeer + 1
            state.all += 1
            return true
        }
        guard isAllowed else { throw .limited(milliseconds: 5_000) }
    }

    /// Ends an upload that took a turn.
    func end(_ user: String, _ peer: Peer) {
        state.withLock { state in
            let (own, ofPeer) = (state.ofAccounts[user, default: 1] - 1, state.ofPeers[peer, default: 1] - 1)
            state.ofAccounts[user] = own == 0 ? nil : own
            state.ofPeers[peer] = ofPeer == 0 ? nil : ofPeer
            state.all -= 1
        }
    }
}
