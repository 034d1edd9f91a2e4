import Conversations
import Storage

/// Makes an outbox line from a file. The outbox copies the bytes, so that later changes to the file don't matter.
struct FileArchive: Sendable {
    let files: OutboxFiles
    /// The upload limit in bytes, if it is known.
    let limit: Int64?

    /// - Parameters:
    ///   - paths: the paths that may be meant, the likeliest first.
    ///   - id: the identifier of the line.
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

/// The file name that others see.
enum FileName {
    /// The maximum length of a name on most file systems, in bytes.
    private static let longest = 255

    /// Returns the last part of a path, without characters that move a cursor, reverse the text or end a line.
    static func of(path: String) -> String {
        let last = path.split(separator: "/").last.map(String.init) ?? ""
        var name = ""
        for scalar in last.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: continue
            default: break
            }
            guard name.utf8.count + String(scalar).utf8.count <= longest else { break }
            name.unicodeScalars.append(scalar)
        }
        return name.allSatisfy(\.isWhitespace) ? "file" : name
    }
}
