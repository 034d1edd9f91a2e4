package import Conversations
import GRDB

/// Files that go with lines.
extension OutboxStore {
    /// What has to be with the server first. What was uploaded in clear counts for nothing once its chat is encrypted.
    nonisolated(nonsending) package func upload(ofLine id: String) async throws(StorageError) -> OutboxUpload {
        try await access.readAside { db in
            guard let line = try Self.line(db, id: id), line.state == .queued else { return .nothing }
            return Self.upload(of: line, try Self.hindrance(db, to: line))
        }
    }

    /// - Parameter hindrance: what keeps the line here beside that.
    static func upload(of line: OutboxLine, _ hindrance: OutboxDeparture?) -> OutboxUpload {
        guard !line.mayHaveLeft, let file = line.file else { return .nothing }
        return switch (hindrance, file.upload) {
        case (nil, nil): .inClear(line)
        case (.wouldGoInClear, nil), (.wouldGoInClear, .inClear): .sealed(line)
        default: .nothing
        }
    }

    /// From now on the line leaves with this and no other.
    ///
    /// - Parameter content: what it says from now on; `nil` leaves that as it was.
    /// - Returns: whether the line still waits for it.
    nonisolated(nonsending) package func keep(
        _ upload: OutboxFile.Upload, content: String? = nil, ofLine id: String
    ) async throws(StorageError) -> Bool {
        try await access.write { db in
            try db.execute(
                sql: """
                    UPDATE outbox SET upload = ?, content = COALESCE(?, content), sealed = NULL
                    WHERE id = ? AND state = 'queued' AND may_have_left = 0
                    """, arguments: .whole([upload.stored, content, id]))
            return db.changesCount > 0
        }
    }

    /// Removes the bytes that no line needs any more: its event is here, or it was withdrawn.
    nonisolated(nonsending) package func sweepFiles() async throws(StorageError) {
        let found = await files.found()
        guard !found.isEmpty else { return }
        let lineIDs = try await access.readAside { try String.fetchSet($0, sql: "SELECT id FROM outbox") }
        await files.remove(found.filter { !lineIDs.contains($0) })
    }
}
