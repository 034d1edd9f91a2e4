import DurableFiles
import Glibc
package import MatrixAPI
import MatrixCrypto

/// The files of imported messages, stored once per content. No server has them, so they are kept as long as a chat
/// refers to them. All methods block on the disk.
package struct ImportedFiles: Sendable {
    package let path: String

    /// A server name that can't exist (RFC 2606, section 2).
    private static let server = "imported.invalid"

    /// Whether an address is an imported file, which is never requested from a server.
    static func have(_ address: MediaAddress) -> Bool { address.server == server }

    func find(_ address: MediaAddress) throws(MediaError) -> CachedFile? {
        guard Self.isKey(address.mediaID) else { return nil }
        return try cache.find(address.mediaID)
    }

    /// Stores a copy of a file.
    ///
    /// - Parameters:
    ///   - descriptor: the file, open for reading at its beginning.
    ///   - limit: the maximum size in bytes. A longer file is not stored.
    package func store(_ descriptor: CInt, limit: Int64) throws(MediaError) -> MediaAddress {
        let part = try cache.part("incoming")
        defer { part.end() }
        do throws(MediaError) {
            try part.empty()
            let key = try copy(descriptor, into: part, limit: limit)
            if try cache.find(key) == nil {
                _ = try cache.finish(part, key: key, encryption: nil)
                try settle()
            } else {
                part.remove()
            }
            guard let address = MediaAddress("mxc://\(Self.server)/\(key)") else { throw .disk(path: path, EINVAL) }
            return address
        } catch {
            part.remove()
            throw error
        }
    }

    /// Locks the directory for an import. Until the returned lock is released, files without a reference aren't
    /// removed.
    ///
    /// - Returns: `nil` if files are being removed at the moment.
    package func turn() throws(MediaError) -> Turn? {
        try MediaCache.makeDirectory(path)
        return Turn(path, LOCK_SH)
    }

    /// Removes files without a reference. It does nothing while an import runs.
    ///
    /// - Parameter addresses: the addresses, as messages refer to them.
    package func remove(_ addresses: [String]) {
        let keys = addresses.compactMap(MediaAddress.init).filter(Self.have).map(\.mediaID).filter(Self.isKey)
        guard !keys.isEmpty, let turn = Turn(path, LOCK_EX) else { return }
        withExtendedLifetime(turn) {
            for key in keys {
                if let kept = try? cache.find(key) { unlink(kept.path) }
            }
        }
    }

    /// The cache, without a size limit, so that no file is evicted.
    private var cache: MediaCache { MediaCache(path: path, limit: .max) }

    package init(path: String) {
        self.path = path
    }

    private func copy(
        _ descriptor: CInt, into part: PartialFile, limit: Int64
    ) throws(MediaError) -> String {
        var fingerprint = FileFingerprint()
        var piece = [UInt8](repeating: 0, count: Self.pieceLength)
        while true {
            let count = read(descriptor, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .disk(path: path, errno) }
            if count == 0 { return fingerprint.fingerprint.text }
            guard part.count + Int64(count) <= limit else { throw .tooLarge(limit: limit) }
            let bytes = Array(piece.prefix(count))
            fingerprint.add(bytes)
            try part.write(bytes)
        }
    }

    /// Synchronizes the directory. Without it, the name of a new file may be lost in a power failure.
    private func settle() throws(MediaError) {
        do throws(DurableFileError) {
            try DurableFile.synchronizeDirectory(path)
        } catch {
            throw MediaError(error)
        }
    }

    /// The length in bytes.
    private static let pieceLength = 1 << 20

    private static func isKey(_ text: String) -> Bool {
        text.utf8.count == 64 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}

extension ImportedFiles {
    /// A lock on the directory.
    package final class Turn: Sendable {
        private let descriptor: CInt

        /// - Returns: `nil` if somebody holds a conflicting lock, or the directory doesn't exist.
        init?(_ path: String, _ kind: CInt) {
            descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard descriptor >= 0 else { return nil }
            if flock(descriptor, kind | LOCK_NB) != 0 {
                close(descriptor)
                return nil
            }
        }

        deinit { close(descriptor) }
    }
}
