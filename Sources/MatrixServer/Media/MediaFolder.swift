import DurableFiles
import GRDB
import Glibc
import NIOCore

/// Where the bytes of media lie: `media/` beside the database, readable by nobody else.
///
/// In `new/` is what comes in, in `files/` what is whole, under its SHA-256. Whole files keep their place in `new/` until the database
/// knows them for good, so that after a crash ``sweep(_:)`` knows what to look at and need not read all that is there.
struct MediaFolder: Sendable {
    private let path: String

    var incoming: String { path + "/new" }
    var files: String { path + "/files" }

    /// Makes what is missing.
    init(in dataDirectory: String) throws(ServerError) {
        path = dataDirectory + "/media"
        for directory in [path, incoming, files] {
            guard mkdir(directory, 0o700) == 0 || errno == EEXIST else {
                throw .dataDirectoryUnusable(path: directory, reason: String(cString: strerror(errno)))
            }
        }
    }

    func file(_ hash: String) -> String { "\(files)/\(hash)" }

    /// Puts a whole file that lies in `new/` under its hash as well. It is there once ``settle()`` has returned.
    func place(_ file: WholeFile) throws {
        guard link(file.path, self.file(file.hash)) == 0 || errno == EEXIST else {
            throw FileFailure.describe("link")
        }
    }

    /// Takes back what was placed.
    func remove(_ file: WholeFile) { unlink(self.file(file.hash)) }

    /// Makes last what was placed.
    func settle() throws { try MediaFolder.sync(files) }

    /// Makes last what a directory lists.
    static func sync(_ directory: String) throws {
        try FileFailure.describing { () throws(DurableFileError) in try DurableFile.synchronizeDirectory(directory) }
    }

    /// Bytes that others than root may still write to this disk; `nil` where it doesn't say.
    var free: Int64? { DiskRoom.free(at: path) }

    /// Removes what uploads left that were broken off by the end of the process, and ends those that the database knows.
    func sweep(_ database: Database) throws {
        for name in try MediaFolder.names(in: incoming) {
            let place = "\(incoming)/\(name)"
            if let hash = WholeFile.hash(ofName: name) {
                let file = WholeFile(path: place, hash: hash, size: 0)
                if try MediaTable(database).hasFile(hash) {
                    try self.place(file)
                    try settle()
                } else {
                    remove(file)
                }
            }
            unlink(place)
        }
    }

    /// What lies in a directory.
    static func names(in directory: String) throws -> [String] {
        guard let stream = opendir(directory) else { throw FileFailure.describe("opendir") }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
