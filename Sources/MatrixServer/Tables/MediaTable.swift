import GRDB

/// What was uploaded, and how much of it each account has.
struct MediaTable {
    let database: Database

    init(_ database: Database) { self.database = database }

    func media(_ id: String) throws -> Media? {
        try database.firstRow(
            """
            SELECT m.media_id, m.hash, f.size, m.type, m.name FROM media m JOIN media_files f ON f.hash = m.hash
            WHERE m.media_id = ?
            """, [id]
        ).map { row in
            Media(id: row[0], hash: row[1], size: row[2], type: MediaType(row[3]), name: row[4])
        }
    }

    /// The upload of the same bytes by the same person under the same name: they don't know that it arrived, and send it again.
    func same(_ file: WholeFile, _ type: MediaType, _ name: String?, of owner: String) throws -> String? {
        try database.strings(
            "SELECT media_id FROM media WHERE owner = ? AND hash = ? AND type = ? AND name IS ? LIMIT 1",
            [owner, file.hash, type.text, name]
        ).first
    }

    /// - Throws: where the account or the server has no room for it, before anything is written.
    func insert(
        _ id: String, _ file: WholeFile, _ type: MediaType, _ name: String?, of owner: String,
        within limits: ServerLimits
    ) throws {
        let isNew = try !hasFile(file.hash)
        // The same bytes under another name take no room.
        let isOwned =
            try database.integer("SELECT 1 FROM media WHERE owner = ? AND hash = ? LIMIT 1", [owner, file.hash]) != nil
        try checkRoom(for: isOwned ? 0 : file.size, of: owner, serverBytes: isNew ? file.size : 0, within: limits)
        if isNew { try database.run("INSERT INTO media_files (hash, size) VALUES (?, ?)", [file.hash, file.size]) }
        try database.run(
            "INSERT INTO media (media_id, hash, owner, type, name, created_at) VALUES (?, ?, ?, ?, ?, ?)",
            [id, file.hash, owner, type.text, name, Timestamp.now])
        try add(isOwned ? 0 : file.size, to: owner)
        try add(isNew ? file.size : 0, to: MediaTable.everybody)
    }

    /// - Throws: where there is no room for so many bytes more.
    func checkRoom(
        for bytes: Int64, of owner: String, serverBytes: Int64, within limits: ServerLimits
    ) throws {
        let own = try totals(of: owner)
        guard own.files < limits.mediaFilesPerAccount, own.bytes + bytes <= limits.mediaBytesPerAccount else {
            throw Refusal.forbidden("This account has uploaded as much as it may: ask whoever runs the server for more")
        }
        guard try totals(of: MediaTable.everybody).bytes + serverBytes <= limits.mediaBytes else {
            throw Refusal.forbidden("The server has no room for more files: tell whoever runs it")
        }
    }

    func hasFile(_ hash: String) throws -> Bool {
        try database.integer("SELECT 1 FROM media_files WHERE hash = ?", [hash]) != nil
    }

    /// No person's ID.
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
