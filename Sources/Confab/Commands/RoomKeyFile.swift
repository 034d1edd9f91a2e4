import DurableFiles
import Foundation
import MatrixCrypto
import Messenger

/// A file of room keys on disk.
struct RoomKeyFile {
    let path: String

    /// Throws if the file exists. This runs before the user is asked for a passphrase.
    func checkIsFree() throws(ProgramError) {
        var status = stat()
        if lstat(path, &status) == 0 { throw .fileExists(path: path) }
        if errno != ENOENT { throw problem() }
    }

    /// Creates the file for this user only. An existing file is not overwritten, and an incomplete one is deleted.
    func write(_ text: String) throws(ProgramError) {
        do throws(DurableFileError) {
            try DurableFile.create(path, Array(text.utf8))
        } catch {
            throw error.code == EEXIST ? .fileExists(path: path) : .file(path: path, reason: error.reason)
        }
    }

    /// Reads the file, up to the size limit of key files.
    func read() throws(ProgramError) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw problem() }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw problem() }
            if count == 0 { return String(decoding: bytes, as: UTF8.self) }
            bytes += piece.prefix(count)
            guard bytes.count <= KeyFile.largest else { throw .keyFile(.tooLarge) }
        }
    }

    private func problem() -> ProgramError { .file(path: path, reason: String(cString: strerror(errno))) }
}
