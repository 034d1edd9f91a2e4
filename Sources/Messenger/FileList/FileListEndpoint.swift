import Dispatch
import Engine
import Glibc

/// Reads directories on background threads, so that a slow network mount blocks nothing else.
struct FileListEndpoint: Sendable {
    let queue: EventQueue

    /// The maximum number of entries in a listing.
    static let most = 2_000

    /// - Parameter directory: the path as typed, up to its last slash.
    func list(_ directory: String) {
        DispatchQueue.global(qos: .userInitiated).async { [queue] in
            let listing = Self.read(directory)
            Task { @MainActor in queue.post(FileListEvent.listed(listing)) }
        }
    }

    /// Reads a directory. It may block.
    static func read(_ directory: String) -> FileListing {
        let typed = FileListModel.rooted(directory)
        let path = TypedPath.readings(of: typed).first ?? typed
        guard let stream = opendir(path) else {
            return FileListing(directory: directory, entries: [], problem: errno)
        }
        defer { closedir(stream) }
        var entries: [FileListing.Entry] = []
        while let found = readdir(stream) {
            if let entry = entry(found, of: dirfd(stream)) { entries.append(entry) }
            // The order of a directory has nothing to do with the times of its files, so all of it is read.
            if entries.count == 2 * most { entries = newest(entries) }
        }
        return FileListing(directory: directory, entries: newest(entries), problem: nil)
    }

    private static func newest(_ entries: [FileListing.Entry]) -> [FileListing.Entry] {
        Array(entries.sorted { ($0.changed, $1.name) > ($1.changed, $0.name) }.prefix(most))
    }

    /// Returns the entry for a file or directory. Special files and names with control characters are left out.
    private static func entry(_ found: UnsafeMutablePointer<dirent>, of directory: CInt) -> FileListing.Entry? {
        let name = withUnsafePointer(to: &found.pointee.d_name) { pointer in
            pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(validatingCString: $0) }
        }
        var status = stat()
        guard let name, name != ".", name != "..", !name.unicodeScalars.contains(where: \.properties.isControl),
            fstatat(directory, name, &status, 0) == 0
        else { return nil }
        let kind = status.st_mode & S_IFMT
        guard kind == S_IFDIR || kind == S_IFREG else { return nil }
        return FileListing.Entry(
            name: name, isDirectory: kind == S_IFDIR, size: Int64(status.st_size), changed: Int64(status.st_mtim.tv_sec)
        )
    }
}

extension Unicode.Scalar.Properties {
    fileprivate var isControl: Bool {
        [.control, .lineSeparator, .paragraphSeparator, .surrogate].contains(generalCategory)
    }
}
