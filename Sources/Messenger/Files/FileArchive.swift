import Conversations
import Storage

/// Makes a line of a file that somebody names: its bytes are the outbox's own once it is made.
struct FileArchive: Sendable {
    let files: OutboxFiles
    /// In bytes, where it is known.
    let limit: Int64?

    /// - Parameters:
    ///   - paths: where it may be, the likeliest first.
    ///   - id: the line's.
    nonisolated(nonsending) func line(
        _ paths: [String], id: String, caption: String, chatID: String, thread: ThreadPlace?, now: Int64
    ) async throws(FileProblem) -> OutboxLine {
        var problem = FileProblem.missing
        for path in paths {
            do throws(FileProblem) {
                let size = try await files.take(path, for: id, limit: limit)
                let name = FileName.of(path: path)
                let type = MIMEType.of(fileNamed: name)
                let pixels = type.hasPrefix("image/") ? files.path(of: id).flatMap(PictureSize.of(fileAt:)) : nil
                return .file(
                    id: id, name: name, size: size, type: type, pixels: pixels, caption: caption, chatID: chatID,
                    thread: thread, now: now)
            } catch {
                problem = error
                guard error == .missing else { throw error }
            }
        }
        throw problem
    }
}
