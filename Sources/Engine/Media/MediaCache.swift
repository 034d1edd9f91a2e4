import DurableFiles
import Foundation
import MatrixAPI
import MatrixClient
import MatrixCrypto

/// The cache of downloaded files of a profile. File names are hashes and reveal nothing. All methods block on the
/// disk.
package struct MediaCache: Sendable {
    let path: String
    /// The maximum total size in bytes.
    let limit: Int64

    /// - Parameter thumbnail: the thumbnail to look up instead of the file.
    static func key(of file: AttachedFile, thumbnail: MediaThumbnail? = nil) -> String {
        let name = file.address.description + (file.encryption?.serializedText ?? "")
        return Fingerprint(of: name + (thumbnail.map { " \($0)" } ?? "")).text
    }

    /// Returns a complete file from the cache.
    func find(_ key: String) throws(MediaError) -> CachedFile? {
        let kinds = OpenableFileKind.allCases.map(Optional.some) + [nil]
        for kind in kinds {
            let file = name(key, kind)
            // The modification time records the last use.
            if utimensat(AT_FDCWD, file, nil, AT_SYMLINK_NOFOLLOW) == 0 { return CachedFile(path: file, kind: kind) }
        }
        return nil
    }

    /// Returns the partial file, so that an interrupted download can be resumed.
    func part(_ key: String) throws(MediaError) -> PartialFile {
        try Self.makeDirectory(path)
        return try PartialFile(path: "\(path)/\(key).part")
    }

    /// Adds a complete local file by a hard link. Its bytes must not change any more. A file that can't be linked is
    /// not cached, and is downloaded when it is needed.
    func add(_ source: String, key: String) throws(MediaError) {
        try Self.makeDirectory(path)
        let descriptor = open(source, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw .disk(path: source, errno) }
        defer { close(descriptor) }
        var about = stat()
        // The file would evict all others.
        guard fstat(descriptor, &about) == 0, Int64(about.st_size) <= limit else { throw .tooLarge(limit: limit) }
        var start = [UInt8](repeating: 0, count: OpenableFileKind.length)
        let count = read(descriptor, &start, start.count)
        guard count >= 0 else { throw .disk(path: source, errno) }
        let file = name(key, OpenableFileKind(Array(start.prefix(count))))
        do throws(DurableFileError) {
            try DurableFile.linkUnlessExisting(source, to: file)
        } catch {
            throw MediaError(error)
        }
        evict(sparing: file)
    }

    static func makeDirectory(_ path: String) throws(MediaError) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .disk(path: path, errno)
        }
    }

    /// Verifies a complete download and gives it its final name.
    func finish(
        _ part: PartialFile, key: String, encryption: EncryptedFile?
    ) throws(MediaError) -> CachedFile {
        let whole = try encryption.map { encryption throws(MediaError) in try opened(part, key: key, encryption) }
        defer { whole?.end() }
        let kind = OpenableFileKind(try (whole ?? part).start(OpenableFileKind.length))
        let file = name(key, kind)
        try (whole ?? part).finish(as: file)
        if whole != nil { part.remove() }
        evict(sparing: file)
        return CachedFile(path: file, kind: kind)
    }

    /// Decrypts the downloaded file. It gets no final name before its hash is verified.
    private func opened(
        _ part: PartialFile, key: String, _ encryption: EncryptedFile
    ) throws(MediaError) -> PartialFile {
        let whole = try PartialFile(path: "\(path)/\(key).open.part")
        try whole.empty()
        do {
            var opener = try FileDecryptor(encryption)
            try pour(part, into: whole, through: &opener)
            try opener.finish()
        } catch let problem as MediaError {
            whole.remove()
            throw problem
        } catch {
            whole.remove()
            // The download is corrupt, so a retry must not resume it.
            part.remove()
            throw .otherContent
        }
        return whole
    }

    private func pour(
        _ part: PartialFile, into whole: PartialFile, through opener: inout FileDecryptor
    ) throws(MediaError) {
        while whole.count < part.count {
            let piece = try part.read(Self.pieceLength, at: whole.count)
            guard !piece.isEmpty else { throw .disk(path: path, EIO) }
            try whole.write(opener.open(piece))
        }
    }

    /// The length in seconds.
    private static let day = 86_400
    /// The length in bytes.
    private static let pieceLength = 1 << 20

    private func name(_ key: String, _ kind: OpenableFileKind?) -> String {
        "\(path)/\(key).\(kind?.rawValue ?? "data")"
    }

    /// Evicts the least recently used files until the cache is within its limit. The given file is spared, and so are
    /// partial files for a day after the last write.
    private func evict(sparing file: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        var all = names.compactMap { name -> (path: String, size: Int64, time: Double)? in
            var about = stat()
            guard lstat("\(path)/\(name)", &about) == 0 else { return nil }
            let isPart = name.hasSuffix(".part") || name.hasSuffix(".tag")
            if isPart, time(nil) - about.st_mtim.tv_sec < Self.day { return nil }
            return ("\(path)/\(name)", Int64(about.st_size), Double(about.st_mtim.tv_sec))
        }
        all.sort { $0.time < $1.time }
        var sum = all.reduce(0) { $0 + $1.size }
        for one in all where sum > limit && one.path != file {
            if unlink(one.path) == 0 { sum -= one.size }
        }
    }
}
