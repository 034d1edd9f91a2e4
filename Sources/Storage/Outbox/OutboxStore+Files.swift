package import Conversations
import GRDB

/// The files of lines.
extension OutboxStore {
    /// Returns the upload that has to come first. An unencrypted upload is not used after its chat became encrypted.
    nonisolated(nonsending) package func upload(ofLine id: String) async throws(StorageError) -> OutboxUpload {
        try await access.readAside { db in
            guard let line = try Self.line(db, id: id), line.state == .queued else { return .nothing }
            return Self.upload(of: line, try Self.hindrance(db, to: line))
        }
    }

    /// - Parameter hindrance: another reason why the line can't be sent.
    static func upload(of line: OutboxLine, _ hindrance: OutboxPreparation?) -> OutboxUpload {
        guard !line.mayHaveLeft, let file = line.file else { return .nothing }
        return switch (hindrance, file.upload) {
        case (nil, nil): .inClear(line)
        case (.wouldGoInClear, nil), (.wouldGoInClear, .inClear): .sealed(line)
        default: .nothing
        }
    }

    /// Stores the upload with which the line is sent from now on.
    ///
    /// - Parameter content: the new content; `nil` keeps the old one.
    /// - Returns: whether the line was still waiting for it.
    nonisolated(nonsending) package func save(
        _ upload: OutboxFile.Upload, content: String? = nil, ofLine id: String
    ) async throws(StorageError) -> Bool {
        try await access.write { db in
            try db.run(
                """
                UPDATE outbox SET upload = ?, content = COALESCE(?, content), sealed = NULL
                WHERE id = ? AND state = 'queued' AND may_have_left = 0
                """, [upload.stored, content, id])
            return db.changesCount > 0
        }
    }

    /// Removes the copies that no line needs anymore, because the line was sent or withdrawn.
    nonisolated(nonsending) package func sweepFiles() async throws(StorageError) {
        let found = await files.found()
        guard !found.isEmpty else { return }
        let lineIDs = try await access.readAside { Set(try $0.all("SELECT id FROM outbox", as: String.self)) }
        await files.remove(found.filter { !lineIDs.contains($0) })
    }
}

/// The upload that a line needs before it can be sent.
package enum OutboxUpload: Hashable, Sendable {
    /// No upload: the line has no file, or the server has it in the required form, or the line can't be sent anyway.
    case nothing
    case inClear(OutboxLine)
    /// An encrypted upload, because the chat is encrypted.
    case sealed(OutboxLine)
}
