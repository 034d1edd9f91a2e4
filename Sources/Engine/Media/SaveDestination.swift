import DurableFiles
import Glibc

/// Saves a file in a directory. An existing file is never overwritten.
package struct SaveDestination: Hashable, Sendable {
    let directory: String
    let name: String

    /// - Parameters:
    ///   - typed: the typed path of a directory or a file; empty for the default directory.
    ///   - name: the file name, if the path has none.
    init(typed: String, name: String, places: MediaDirectories) {
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
    package init(directory: String, name: String) {
        self.directory = directory
        self.name = name
    }

    /// - Returns: the path of the saved file.
    package func save(_ source: String) throws(MediaError) -> String {
        guard Self.isDirectory(directory) else { throw .noDirectory(directory) }
        let parent = directory.hasSuffix("/") ? directory : directory + "/"
        let temporary = parent + ".\(name.prefix(Self.longestMark)).\(UInt64.random(in: 0 ... .max)).part"
        defer { unlink(temporary) }
        try copy(source, to: temporary)
        for number in 1...Self.maxNumbers {
            let path = parent + SafeFileName.numbered(name, number)
            do throws(DurableFileError) {
                try DurableFile.renameReplacingNothing(temporary, to: path)
                return path
            } catch {
                guard error.code == EEXIST else { throw MediaError(error) }
            }
        }
        throw .disk(path: parent + name, EEXIST)
    }

    private static let maxNumbers = 1_000
    private static let longestMark = 40

    private static func isDirectory(_ path: String) -> Bool {
        var about = stat()
        return stat(path, &about) == 0 && about.st_mode & S_IFMT == S_IFDIR
    }

    private func copy(_ source: String, to path: String) throws(MediaError) {
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
                throw MediaError(error)
            }
        }
        do throws(DurableFileError) {
            try DurableFile.synchronize(to, path: directory)
        } catch {
            throw MediaError(error)
        }
    }
}
