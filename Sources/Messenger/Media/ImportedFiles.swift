import DurableFiles
import Glibc
import MatrixAPI
import MatrixCrypto

/// The files of messages that came from an export, each once, by what is in it. No server has them: they stay for as long as a chat
/// names them. All of it waits for the disk.
struct ImportedFiles: Sendable {
    let path: String

    /// The name of no server (RFC 2606, section 2).
    private static let server = "imported.invalid"

    /// Whether a file is one of these, for which no server is asked.
    static func have(_ address: MediaAddress) -> Bool { address.server == server }

    func find(_ address: MediaAddress) throws(MediaProblem) -> KeptFile? {
        guard Self.isKey(address.mediaID) else { return nil }
        return try cache.find(address.mediaID)
    }

    /// Keeps a copy of a file.
    ///
    /// - Parameters:
    ///   - descriptor: of the file, to be read from its beginning.
    ///   - limit: in bytes. What is longer is not kept.
    func take(_ descriptor: CInt, limit: Int64) throws(MediaProblem) -> MediaAddress {
        let part = try cache.part("incoming")
        defer { part.end() }
        do throws(MediaProblem) {
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

    /// Whoever takes files in keeps those that nobody names yet from being removed, until what this returns is gone.
    func turn() throws(MediaProblem) -> Turn? {
        try MediaCache.makeDirectory(path)
        return Turn(path, LOCK_SH)
    }

    /// Removes what no chat names any more; nothing while files are being taken in.
    ///
    /// - Parameter addresses: as messages name them.
    func remove(_ addresses: [String]) {
        let keys = addresses.compactMap(MediaAddress.init).filter(Self.have).map(\.mediaID).filter(Self.isKey)
        guard !keys.isEmpty, let turn = Turn(path, LOCK_EX) else { return }
        withExtendedLifetime(turn) {
            for key in keys {
                if let kept = try? cache.find(key) { unlink(kept.path) }
            }
        }
    }

    /// Nothing goes to make room for another.
    private var cache: MediaCache { MediaCache(path: path, limit: .max) }

    private func copy(
        _ descriptor: CInt, into part: PartialFile, limit: Int64
    ) throws(MediaProblem) -> String {
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

    /// A name outlasts a loss of power only once its directory is on disk.
    private func settle() throws(MediaProblem) {
        do throws(DurableFileError) {
            try DurableFile.synchronizeDirectory(path)
        } catch {
            throw MediaProblem(error)
        }
    }

    /// In bytes.
    private static let pieceLength = 1 << 20

    private static func isKey(_ text: String) -> Bool {
        text.utf8.count == 64 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}

extension ImportedFiles {
    /// The directory's lock.
    final class Turn: Sendable {
        private let descriptor: CInt

        /// - Returns: `nil` where another has it, or there is no directory.
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
