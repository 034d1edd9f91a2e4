import Engine
import Glibc
import MatrixAPI
import ViewModels

/// The directory of an export, from which files are imported. Only files in its own media directory are read, never
/// the targets of links or of other paths.
package final class ExportedFolder {
    private let path: String
    private let kept: ImportedFiles
    private let turn: ImportedFiles.Turn?
    /// The imported files by name. A file that several messages name is copied once.
    private var taken: [String: Result<MediaAddress, MediaError>] = [:]
    /// The descriptor of the directory with the files; `nil` until it is first needed.
    private var descriptor: CInt?

    /// The name of the directory with the files, relative to the export.
    package static let mediaDirectory = "media"
    /// The maximum size of a single file in bytes. No current server accepts a larger one.
    static let largest: Int64 = 2_000_000_000
    /// The maximum number of remembered names.
    private static let maxNames = 100_000

    /// - Parameters:
    ///   - path: the absolute path of the directory.
    ///   - kept: the storage for the copies.
    init(_ path: String, into kept: ImportedFiles) {
        self.path = path
        self.kept = kept
        turn = try? kept.turn()
    }

    deinit {
        if let descriptor, descriptor >= 0 { close(descriptor) }
    }

    /// - Parameter place: the path in the message, relative to the export.
    func importFile(_ place: String) throws(ImportedLineError) -> MediaAddress {
        let parts = place.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, parts[0] == Self.mediaDirectory, !["", ".", ".."].contains(parts[1]),
            !parts[1].utf8.contains(0), parts[1].utf8.count <= Self.longestName
        else { throw .noFile(.words("import.path-leads-elsewhere")) }
        do throws(MediaError) {
            return try result(parts[1]).get()
        } catch {
            throw .noFile(Self.reason(error))
        }
    }

    private func result(_ name: String) -> Result<MediaAddress, MediaError> {
        if let known = taken[name] { return known }
        let result: Result<MediaAddress, MediaError>
        do throws(MediaError) {
            result = .success(try copy(name))
        } catch {
            result = .failure(error)
        }
        if taken.count < Self.maxNames { taken[name] = result }
        return result
    }

    private func copy(_ name: String) throws(MediaError) -> MediaAddress {
        // Without `O_NONBLOCK`, opening a pipe would block.
        let file = openat(try directory(), name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { throw .disk(path: "\(Self.mediaDirectory)/\(name)", errno) }
        defer { close(file) }
        var about = stat()
        guard fstat(file, &about) == 0, about.st_mode & S_IFMT == S_IFREG else {
            throw .disk(path: "\(Self.mediaDirectory)/\(name)", EINVAL)
        }
        guard about.st_size <= Self.largest else { throw .tooLarge(limit: Self.largest) }
        return try kept.store(file, limit: Self.largest)
    }

    private func directory() throws(MediaError) -> CInt {
        if descriptor == nil {
            descriptor = open(
                path + "/" + Self.mediaDirectory, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        }
        guard let descriptor, descriptor >= 0 else { throw .disk(path: Self.mediaDirectory, ENOENT) }
        return descriptor
    }

    /// The maximum length of a file name on any file system, in bytes.
    private static let longestName = 255

    private static func reason(_ problem: MediaError) -> String {
        switch problem {
        case .disk(let path, ELOOP): .words("import.is-a-link", ["file": DisplayText(sanitizing: path).string])
        case .disk(let path, let code):
            .words(
                "import.file-problem",
                ["file": DisplayText(sanitizing: path).string, "reason": String(cString: strerror(code))])
        case .tooLarge(let limit): .words("import.file-too-large", ["limit": MediaDetail.amount(of: limit)])
        default: problem.text
        }
    }
}
