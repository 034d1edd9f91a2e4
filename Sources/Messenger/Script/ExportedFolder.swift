import Glibc
import MatrixAPI
import ViewModels

/// The directory of an export, of which files of messages are taken: only what lies in its own directory for them, never what a
/// link or a name leads to.
final class ExportedFolder {
    private let path: String
    private let kept: ImportedFiles
    private let turn: ImportedFiles.Turn?
    /// By name. What several messages name is copied once.
    private var taken: [String: Result<MediaAddress, MediaProblem>] = [:]
    /// Of ``FilesBeside``; `nil` as long as nothing was asked of it.
    private var descriptor: CInt?

    /// In bytes, of a single one. No server of today takes more.
    static let largest: Int64 = 2_000_000_000
    /// One file may name as many.
    private static let mostNames = 100_000

    /// - Parameters:
    ///   - path: from the root.
    ///   - kept: where copies go.
    init(_ path: String, into kept: ImportedFiles) {
        self.path = path
        self.kept = kept
        turn = try? kept.turn()
    }

    deinit {
        if let descriptor, descriptor >= 0 { close(descriptor) }
    }

    /// - Parameter place: as the message names it, from where the export lies.
    func take(_ place: String) throws(ImportProblem) -> MediaAddress {
        let parts = place.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, parts[0] == FilesBeside.name, !["", ".", ".."].contains(parts[1]),
            !parts[1].utf8.contains(0), parts[1].utf8.count <= Self.longestName
        else { throw .noFile(.words("import.path-leads-elsewhere")) }
        do throws(MediaProblem) {
            return try result(parts[1]).get()
        } catch {
            throw .noFile(Self.reason(error))
        }
    }

    private func result(_ name: String) -> Result<MediaAddress, MediaProblem> {
        if let known = taken[name] { return known }
        let result: Result<MediaAddress, MediaProblem>
        do throws(MediaProblem) {
            result = .success(try copy(name))
        } catch {
            result = .failure(error)
        }
        if taken.count < Self.mostNames { taken[name] = result }
        return result
    }

    private func copy(_ name: String) throws(MediaProblem) -> MediaAddress {
        // A pipe would keep whoever opens it waiting.
        let file = openat(try directory(), name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { throw .disk(path: "\(FilesBeside.name)/\(name)", errno) }
        defer { close(file) }
        var about = stat()
        guard fstat(file, &about) == 0, about.st_mode & S_IFMT == S_IFREG else {
            throw .disk(path: "\(FilesBeside.name)/\(name)", EINVAL)
        }
        guard about.st_size <= Self.largest else { throw .tooLarge(limit: Self.largest) }
        return try kept.take(file, limit: Self.largest)
    }

    private func directory() throws(MediaProblem) -> CInt {
        if descriptor == nil {
            descriptor = open(
                path + "/" + FilesBeside.name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        }
        guard let descriptor, descriptor >= 0 else { throw .disk(path: FilesBeside.name, ENOENT) }
        return descriptor
    }

    /// In bytes; no file system has a longer one.
    private static let longestName = 255

    private static func reason(_ problem: MediaProblem) -> String {
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
