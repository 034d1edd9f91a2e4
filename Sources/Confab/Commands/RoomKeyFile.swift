import DurableFiles
import Engine
import Foundation
import MatrixCrypto
import ViewModels

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

/// The report of `confab keys`.
enum RoomKeyReport {
    static func lines(of exported: RoomKeyExport, file: String) -> [String] {
        let chats: String = .words("commands.chats", count: exported.chats)
        let written: String = .words(
            "commands.keys-are-in", ["chats": chats, "file": file], count: exported.keys)
        let sealed: [String] = exported.sealed == 0 ? [] : [.words("commands.keys-are-not-in", count: exported.sealed)]
        return ([written] + sealed).map(shown)
    }

    static func lines(of imported: RoomKeyImport) -> [String] {
        var lines: [String] = [
            .words(
                "commands.keys-came",
                [
                    "new": String(imported.new), "better": String(imported.better), "known": String(imported.known),
                    "malformed": String(imported.malformed),
                ])
        ]
        if imported.contradicting > 0 {
            lines.append(.words("commands.keys-contradict", count: imported.contradicting))
        }
        if imported.new + imported.better > 0 { lines.append(.words("commands.keys-open-lines")) }
        return lines.map(shown)
    }

    private static func shown(_ line: String) -> String { DisplayText(sanitizing: line).string }
}
