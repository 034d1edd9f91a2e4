import DurableFiles
import Glibc
import NIOPosix
import Pictures
import Synchronization

/// A cache of thumbnails, in `media/thumbnails/`. Each can be made again, so the least recently used ones are removed.
final class ThumbnailFolder: Sendable {
    /// The cached result for a thumbnail.
    enum Finding: Sendable {
        case made(path: String, size: Int64, PictureThumbnail.Kind)
        /// The picture is no larger, and is its own thumbnail.
        case same
        /// The file has no thumbnail in any size.
        case refused(isTooLarge: Bool)
    }

    private let path: String
    /// The maximum in bytes of all thumbnails.
    private let limit: Int64
    /// The bytes in the directory; `nil` until they are counted.
    private let total = Mutex<Int64?>(nil)

    init(in dataDirectory: String, limit: Int64) {
        path = dataDirectory + "/media/thumbnails"
        self.limit = limit
    }

    func find(_ hash: String, _ size: ThumbnailSize) async throws -> Finding? {
        try await NIOThreadPool.singleton.runIfActive { [self] in
            for (ending, isTooLarge) in [(".none", false), (".large", true)] where isOfToday(hash + ending) {
                return .refused(isTooLarge: isTooLarge)
            }
            let name = "\(hash).\(size.name)"
            if touch(name + ".same") != nil { return .same }
            for kind in [PictureThumbnail.Kind.jpeg, .png] {
                let file = name + Self.ending(kind)
                // A file without bytes was left by a loss of power.
                if let size = touch(file), size > 0 { return .made(path: "\(path)/\(file)", size: size, kind) }
            }
            return nil
        }
    }

    func store(_ thumbnail: PictureThumbnail, of hash: String, _ size: ThumbnailSize) async throws {
        try await write("\(hash).\(size.name)\(Self.ending(thumbnail.kind))", thumbnail.bytes)
    }

    func keepSame(_ hash: String, _ size: ThumbnailSize) async throws {
        try await write("\(hash).\(size.name).same", [])
    }

    func storeFailure(_ hash: String, isTooLarge: Bool) async throws {
        try await write(hash + (isTooLarge ? ".large" : ".none"), [])
    }

    private func write(_ name: String, _ bytes: [UInt8]) async throws {
        try await NIOThreadPool.singleton.runIfActive { [self] in
            guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw FileErrorMapping.describe("mkdir") }
            // No other name has the extension of the unfinished file, and no other task writes it at this time.
            let file = "\(path)/\(name)"
            try FileErrorMapping.describing { () throws(DurableFileError) in try DurableFile.replace(file, with: bytes)
            }
            evict(for: Int64(bytes.count) + Self.entry)
        }
    }

    /// Sets the file's modification time to now, as the time of its last use.
    ///
    /// - Returns: The size if the file exists.
    private func touch(_ name: String) -> Int64? {
        var about = stat()
        guard lstat("\(path)/\(name)", &about) == 0 else { return nil }
        utimensat(AT_FDCWD, "\(path)/\(name)", nil, AT_SYMLINK_NOFOLLOW)
        return Int64(about.st_size)
    }

    /// Whether the file is less than a day old. A refusal is not kept for longer, since a busy machine may have
    /// lacked the time or memory.
    private func isOfToday(_ name: String) -> Bool {
        var about = stat()
        return lstat("\(path)/\(name)", &about) == 0 && time(nil) - about.st_mtim.tv_sec < 24 * 3_600
    }

    private func evict(for bytes: Int64) {
        total.withLock { total in
            if let known = total, known + bytes <= limit {
                total = known + bytes
                return
            }
            var all = files()
            var sum = all.reduce(0) { $0 + $1.size }
            if sum > limit {
                all.sort { ($0.time, $0.name) < ($1.time, $1.name) }
                // More than necessary is removed, so that not every new thumbnail lists all files.
                for file in all where sum > limit / 4 * 3 {
                    if unlink("\(path)/\(file.name)") == 0 { sum -= file.size }
                }
            }
            total = sum
        }
    }

    private func files() -> [(name: String, size: Int64, time: Int)] {
        ((try? MediaFolder.names(in: path)) ?? []).compactMap { name in
            var about = stat()
            guard lstat("\(path)/\(name)", &about) == 0 else { return nil }
            return (name, Int64(about.st_size) + Self.entry, about.st_mtim.tv_sec)
        }
    }

    /// The cost of a file beside its bytes.
    private static let entry: Int64 = 512

    private static func ending(_ kind: PictureThumbnail.Kind) -> String {
        switch kind {
        case .jpeg: ".jpg"
        case .png: ".png"
        }
    }
}
