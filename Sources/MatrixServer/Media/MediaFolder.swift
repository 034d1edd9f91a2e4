import DurableFiles
import GRDB
import Glibc
import NIOCore

/// The directory for the bytes of media: `media/` beside the database, readable only by its owner.
///
/// Incoming files are in `new/`, and whole files in `files/` under their SHA-256. Whole files keep their link in
/// `new/` until the database has stored them. After a crash ``sweep(_:)`` thus checks only these and need not read
/// all files.
struct MediaFolder: Sendable {
    private let path: String

    var incoming: String { path + "/new" }
    var files: String { path + "/files" }

    /// Creates the directories that are missing.
    init(in dataDirectory: String) throws(ServerError) {
        path = dataDirectory + "/media"
        for directory in [path, incoming, files] {
            guard mkdir(directory, 0o700) == 0 || errno == EEXIST else {
                throw .dataDirectoryUnusable(path: directory, reason: String(cString: strerror(errno)))
            }
        }
    }

    func file(_ hash: String) -> String { "\(files)/\(hash)" }

    /// Links a whole file in `new/` under its hash as well. The link is durable once ``settle()`` has returned.
    func place(_ file: WholeFile) throws {
        try FileErrorMapping.describing { () throws(DurableFileError) in
            try DurableFile.linkUnlessExisting(file.path, to: self.file(file.hash))
        }
    }

    /// Removes a placed file.
    func remove(_ file: WholeFile) { unlink(self.file(file.hash)) }

    /// Makes the placed files durable.
    func settle() throws { try MediaFolder.sync(files) }

    /// Makes the entries of a directory durable.
    static func sync(_ directory: String) throws {
        try FileErrorMapping.describing { () throws(DurableFileError) in try DurableFile.synchronizeDirectory(directory)
        }
    }

    /// The bytes that users other than root may still write to this disk; `nil` if the system doesn't report it.
    var free: Int64? { FreeDiskSpace.free(at: path) }

    /// Removes the files of uploads that were interrupted by the end of the process, and completes the uploads that
    /// the database has stored.
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

    /// Returns the names of the files in a directory.
    static func names(in directory: String) throws -> [String] {
        guard let stream = opendir(directory) else { throw FileErrorMapping.describe("opendir") }
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
