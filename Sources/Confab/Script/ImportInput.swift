import DurableFiles
import Foundation

/// The file to import. Standard input or a pipe is copied to a file first.
struct ImportInput {
    /// An absolute path, since the importing process may have another working directory.
    let path: String
    /// The absolute path of the folder with the files that the messages name; `nil` for standard input and pipes.
    let folder: String?
    private let isCopy: Bool

    /// - Parameters:
    ///   - named: the argument: a file, a directory that `confab export` made, or `-` for standard input.
    ///   - directory: a private directory for the copy.
    init(_ named: String, beside directory: String) throws(ProgramError) {
        var about = stat()
        let file = URL(fileURLWithPath: named).path
        if named != "-" {
            guard stat(file, &about) == 0 else {
                throw .file(path: named, reason: String(cString: strerror(errno)))
            }
            if about.st_mode & S_IFMT == S_IFDIR {
                path = file + "/" + ExportFormat.json.fileName
                (folder, isCopy) = (file, false)
                // A received directory may contain symbolic links to other files.
                guard lstat(path, &about) == 0 else {
                    throw .file(path: path, reason: String(cString: strerror(errno)))
                }
                guard about.st_mode & S_IFMT == S_IFREG else {
                    throw .file(path: path, reason: String(cString: strerror(EINVAL)))
                }
                return
            }
            guard about.st_mode & S_IFMT == S_IFIFO else {
                (path, isCopy) = (file, false)
                folder = (file as NSString).deletingLastPathComponent
                return
            }
        }
        path = directory + "/import-\(getpid()).part"
        (folder, isCopy) = (nil, true)
        let from = named == "-" ? STDIN_FILENO : open(file, O_RDONLY | O_CLOEXEC)
        guard from >= 0 else { throw .file(path: named, reason: String(cString: strerror(errno))) }
        defer { if from != STDIN_FILENO { close(from) } }
        do throws(ProgramError) {
            try Self.copy(from, to: path)
        } catch {
            remove()
            throw error
        }
    }

    func remove() {
        if isCopy { unlink(path) }
    }

    private static func copy(_ from: Int32, to path: String) throws(ProgramError) {
        let to = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard to >= 0 else { throw .file(path: path, reason: String(cString: strerror(errno))) }
        defer { close(to) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(from, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .file(path: "-", reason: String(cString: strerror(errno))) }
            if count == 0 { return }
            do throws(DurableFileError) {
                try DurableFile.write(bytes[..<count], to: to, path: path)
            } catch {
                throw .file(path: path, reason: error.reason)
            }
        }
    }
}
