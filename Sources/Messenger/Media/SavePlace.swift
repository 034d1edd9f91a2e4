import DurableFiles
import Glibc

/// Saves a file in a directory. An existing file is never overwritten.
struct SavePlace: Hashable, Sendable {
    let directory: String
    let name: String

    /// - Parameters:
    ///   - typed: the typed path of a directory or a file; empty for the default directory.
    ///   - name: the file name, if the path has none.
    init(typed: String, name: String, places: MediaPlaces) {
        var path = typed
        while path.last?.isWhitespace == true { path.removeLast() }
        path = String(path.drop(while: \.isWhitespace))
        if path.isEmpty { path = places.downloads + "/" }
        if path == "~" || path.hasPrefix("~/") { path = places.home + path.dropFirst() }
        if !path.hasPrefix("/") { path = places.downloads + "/" + path }
        let last = path.split(separator: "/").last.map(String.init) ?? ""
        if path.hasSuffix("/") || [".", ".."].contains(last) || Self.isDirectory(path) {
            directory = path
            self.name = name
        } else {
            directory = String(path.dropLast(last.utf8.isEmpty ? 0 : last.count))
            self.name = last
        }
    }

    /// - Parameter directory: the absolute path of the directory.
    init(directory: String, name: String) {
        self.directory = directory
        self.name = name
    }

    /// - Returns: the path of the saved file.
    func save(_ source: String) throws(MediaProblem) -> String {
        guard Self.isDirectory(directory) else { throw .noDirectory(directory) }
        let parent = directory.hasSuffix("/") ? directory : directory + "/"
        let temporary = parent + ".\(name.prefix(Self.longestMark)).\(UInt64.random(in: 0 ... .max)).part"
        defer { unlink(temporary) }
        try copy(source, to: temporary)
        for number in 1...Self.mostNumbers {
            let path = parent + SafeFileName.numbered(name, number)
            // Unlike a rename, a link never replaces an existing file.
            if link(temporary, path) == 0 { return try lasting(path) }
            if errno == EEXIST { continue }
            guard [EPERM, ENOTSUP, ENOSYS, EMLINK].contains(errno) else { throw .disk(path: path, errno) }
            // The file system has no hard links.
            let place = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard place >= 0 else {
                if errno == EEXIST { continue }
                throw .disk(path: path, errno)
            }
            close(place)
            guard rename(temporary, path) == 0 else { throw .disk(path: path, errno) }
            return try lasting(path)
        }
        throw .disk(path: parent + name, EEXIST)
    }

    private static let mostNumbers = 1_000
    private static let longestMark = 40

    private static func isDirectory(_ path: String) -> Bool {
        var about = stat()
        return stat(path, &about) == 0 && about.st_mode & S_IFMT == S_IFDIR
    }

    private func copy(_ source: String, to path: String) throws(MediaProblem) {
        let from = open(source, O_RDONLY | O_CLOEXEC)
        guard from >= 0 else { throw .disk(path: source, errno) }
        defer { close(from) }
        let to = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard to >= 0 else { throw .disk(path: directory, errno) }
        defer { close(to) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = read(from, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .disk(path: source, errno) }
            if count == 0 { break }
            do throws(DurableFileError) {
                try DurableFile.write(bytes.prefix(count), to: to, path: directory)
            } catch {
                throw MediaProblem(error)
            }
        }
        do throws(DurableFileError) {
            try DurableFile.synchronize(to, path: directory)
        } catch {
            throw MediaProblem(error)
        }
    }

    /// Synchronizes the directory. Without it, the name of a new file may be lost in a power failure.
    private func lasting(_ path: String) throws(MediaProblem) -> String {
        do throws(DurableFileError) {
            try DurableFile.synchronizeDirectory(directory)
        } catch {
            throw MediaProblem(error)
        }
        return path
    }
}
