package import Conversations
import Foundation
package import Storage

/// Makes an outbox line from a file. The outbox copies the bytes, so that later changes to the file don't matter.
package struct FileArchive: Sendable {
    package let files: OutboxFiles
    /// The upload limit in bytes, if it is known.
    package let limit: Int64?

    package init(files: OutboxFiles, limit: Int64?) {
        self.files = files
        self.limit = limit
    }

    /// Copies the file into the outbox and makes its line. A path is tried only if all earlier ones are missing.
    ///
    /// - Parameters:
    ///   - paths: the paths that may be meant, the likeliest first.
    ///   - id: the identifier of the line.
    package nonisolated(nonsending) func line(
        _ paths: [String], id: String, caption: String, chatID: String, thread: ThreadTarget?, now: Int64
    ) async throws(OutboxFileError) -> OutboxLine {
        var problem = OutboxFileError.missing
        for path in paths {
            do throws(OutboxFileError) {
                let size = try await files.copy(path, for: id, limit: limit)
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

/// Finds the media type of a file (RFC 6838) in the system's list of file extensions.
enum MIMEType {
    static let unknown = "application/octet-stream"

    /// The lists of the shared MIME-info specification, which are ordered by weight.
    private static let lists = ["/usr/local/share/mime/globs2", "/usr/share/mime/globs2"]
    /// The types to use if the system has no list.
    private static let usual = [
        "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
        "mp4": "video/mp4", "webm": "video/webm", "mkv": "video/x-matroska", "mp3": "audio/mpeg", "ogg": "audio/ogg",
        "opus": "audio/ogg", "flac": "audio/flac", "wav": "audio/x-wav", "txt": "text/plain", "md": "text/markdown",
        "log": "text/plain", "csv": "text/csv", "json": "application/json", "pdf": "application/pdf",
        "zip": "application/zip", "gz": "application/gzip",
    ]

    /// Returns the type of a file by its name. It reads a file, and may block.
    static func of(fileNamed name: String) -> String {
        let name = name.lowercased()
        for list in lists {
            guard let text = try? String(contentsOfFile: list, encoding: .utf8) else { continue }
            if let type = find(name, in: text) { return type }
        }
        let ending = name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last.map(String.init)
        return ending.flatMap { usual[$0] } ?? unknown
    }

    /// Returns the type with the longest pattern that matches the end of the name.
    private static func find(_ name: String, in list: String) -> String? {
        var found: (length: Int, type: String)?
        for line in list.split(separator: "\n") where line.first != "#" {
            let parts = line.split(separator: ":")
            guard parts.count >= 3, parts[2].hasPrefix("*.") else { continue }
            let ending = parts[2].dropFirst()
            guard !ending.contains(where: { "*?[".contains($0) }), ending.utf8.count > found?.length ?? 0,
                name.hasSuffix(ending), isSafe(parts[1])
            else { continue }
            found = (ending.utf8.count, String(parts[1]))
        }
        return found?.type
    }

    /// Whether the type is safe in a header.
    private static func isSafe(_ type: Substring) -> Bool {
        type.utf8.count < 128 && type.contains("/")
            && type.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") }
    }
}
