import GRDB
import HTTPTypes
import MatrixAPI

/// The uploads, and the total size of each account's uploads.
struct MediaTable {
    let database: Database

    init(_ database: Database) { self.database = database }

    /// - Returns: `nil` also if the pending upload has expired.
    func state(of id: String) throws -> UploadState? {
        let row = try database.firstRow(
            """
            SELECT m.media_id, m.hash, f.size, m.type, m.name, m.owner, m.expires_at
            FROM media m LEFT JOIN media_files f ON f.hash = m.hash WHERE m.media_id = ?
            """, [id])
        guard let row else { return nil }
        guard let hash = row[1] as String? else {
            return (row[6] as Int64) > Timestamp.now ? .pending(owner: row[5]) : nil
        }
        return .uploaded(Media(id: row[0], hash: hash, size: row[2], type: MediaType(row[3]), name: row[4]))
    }

    /// Reserves an ID for a pending upload.
    ///
    /// - Throws: An ``EndpointError`` if the owner has too many of them, or no space left for a file.
    func reserve(_ upload: PendingUpload, of owner: String, within limits: ServerLimits) throws {
        try sweepExpired(most: MediaTable.sweptAtATime)
        try checkRoom(for: 0, of: owner, serverBytes: 0, within: limits)
        let now = Timestamp.now
        let row = try database.firstRow(
            "SELECT count(*), min(expires_at) FROM media WHERE owner = ? AND hash IS NULL AND expires_at > ?",
            [owner, now])
        if let row, (row[0] as Int64) >= limits.pendingUploadsPerAccount {
            // An upload frees a reservation as well, but the server can't know when it comes.
            throw EndpointError.limited(milliseconds: max(1, (row[1] as Int64? ?? now) - now))
        }
        try database.run(
            "INSERT INTO media (media_id, owner, type, created_at, expires_at) VALUES (?, ?, ?, ?, ?)",
            [upload.id, owner, MediaType.unknown, now, upload.expiresAt])
    }

    /// - Throws: An ``EndpointError`` unless the ID is reserved for the owner and pending.
    func checkReserved(_ id: String, for owner: String) throws {
        switch try state(of: id) {
        case nil: throw EndpointError.notFound("There is no such address, or it is too late for its file")
        case .uploaded:
            throw EndpointError(.conflict, .cannotOverwriteMedia, "The file is there already, and can't become another")
        case .pending(let reserver):
            guard reserver == owner else { throw EndpointError.forbidden("Somebody else is to bring this file") }
        }
    }

    /// Deletes reserved IDs that have expired.
    ///
    /// - Parameter most: The maximum number of IDs to delete.
    func sweepExpired(most: Int) throws {
        try database.run(
            """
            DELETE FROM media WHERE media_id IN
                (SELECT media_id FROM media WHERE hash IS NULL AND expires_at <= ? LIMIT ?)
            """, [Timestamp.now, most])
    }

    /// Returns an upload of the same bytes by the same owner under the same name. A client that missed the response
    /// uploads it again.
    func same(_ file: WholeFile, _ type: MediaType, _ name: String?, of owner: String) throws -> String? {
        try database.strings(
            "SELECT media_id FROM media WHERE owner = ? AND hash = ? AND type = ? AND name IS ? LIMIT 1",
            [owner, file.hash, type.text, name]
        ).first
    }

    /// - Parameter id: A new ID, or one that was reserved for this file.
    /// - Throws: An ``EndpointError`` if the account or the server has no space for it, before anything is written.
    func put(
        _ id: String, _ file: WholeFile, _ type: MediaType, _ name: String?, of owner: String,
        within limits: ServerLimits
    ) throws {
        let isNew = try !hasFile(file.hash)
        // The same bytes under another name take no space.
        let isOwned =
            try database.integer("SELECT 1 FROM media WHERE owner = ? AND hash = ? LIMIT 1", [owner, file.hash]) != nil
        try checkRoom(for: isOwned ? 0 : file.size, of: owner, serverBytes: isNew ? file.size : 0, within: limits)
        if isNew { try database.run("INSERT INTO media_files (hash, size) VALUES (?, ?)", [file.hash, file.size]) }
        try database.run(
            """
            INSERT INTO media (media_id, hash, owner, type, name, created_at) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (media_id) DO UPDATE SET
                hash = excluded.hash, type = excluded.type, name = excluded.name, expires_at = NULL
            """,
            [id, file.hash, owner, type.text, name, Timestamp.now])
        try add(isOwned ? 0 : file.size, to: owner)
        try add(isNew ? file.size : 0, to: MediaTable.everybody)
    }

    /// - Throws: An ``EndpointError`` if there is no space for that many more bytes.
    func checkRoom(
        for bytes: Int64, of owner: String, serverBytes: Int64, within limits: ServerLimits
    ) throws {
        let own = try totals(of: owner)
        guard own.files < limits.mediaFilesPerAccount, own.bytes + bytes <= limits.mediaBytesPerAccount else {
            throw EndpointError.forbidden(
                "This account has uploaded as much as it may: ask whoever runs the server for more")
        }
        guard try totals(of: MediaTable.everybody).bytes + serverBytes <= limits.mediaBytes else {
            throw EndpointError.forbidden("The server has no room for more files: tell whoever runs it")
        }
    }

    /// - Parameter bytes: The size of the announced file. It may equal a stored file, and takes no space then.
    /// - Throws: An ``EndpointError`` if there is no space for it, regardless of its content.
    func checkRoom(forFileOf bytes: Int64, of owner: String, within limits: ServerLimits) throws {
        let isThere = try database.integer("SELECT 1 FROM media_files WHERE size = ? LIMIT 1", [bytes]) != nil
        let isOwned =
            try isThere
            && database.integer(
                """
                SELECT 1 FROM media_files f WHERE f.size = ?
                    AND EXISTS (SELECT 1 FROM media m WHERE m.owner = ? AND m.hash = f.hash) LIMIT 1
                """, [bytes, owner]) != nil
        try checkRoom(for: isOwned ? 0 : bytes, of: owner, serverBytes: isThere ? 0 : bytes, within: limits)
    }

    func hasFile(_ hash: String) throws -> Bool {
        try database.integer("SELECT 1 FROM media_files WHERE hash = ?", [hash]) != nil
    }

    /// The number of expired IDs that are deleted at a time. It bounds the time that the single writer spends on them.
    private static let sweptAtATime = 200
    /// The name for the server's totals. It is not a valid user ID.
    private static let everybody = ""

    private func totals(of owner: String) throws -> (files: Int64, bytes: Int64) {
        let row = try database.firstRow("SELECT files, bytes FROM media_totals WHERE owner = ?", [owner])
        return row.map { ($0[0], $0[1]) } ?? (0, 0)
    }

    private func add(_ bytes: Int64, to owner: String) throws {
        try database.run(
            """
            INSERT INTO media_totals (owner, files, bytes) VALUES (?, 1, ?)
            ON CONFLICT (owner) DO UPDATE SET files = files + 1, bytes = bytes + excluded.bytes
            """, [owner, bytes])
    }
}
