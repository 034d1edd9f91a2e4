import Dispatch
import Glibc

/// Reports files in a directory that are written, renamed or deleted. It uses inotify and never polls.
@MainActor
final class DirectoryWatch {
    private let source: any DispatchSourceRead

    /// - Parameters:
    ///   - tellsEachWrite: whether to report writes while the file is still open.
    ///   - isMeant: whether the file with this name is of interest.
    /// - Returns: `nil` if none of the directories can be watched.
    init?(
        _ directories: [String], tellsEachWrite: Bool = false,
        isMeant: @escaping @MainActor (String) -> Bool = { _ in true },
        onChange: @escaping @MainActor () -> Void
    ) {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        let writing = tellsEachWrite ? IN_MODIFY : IN_CLOSE_WRITE
        let mask = UInt32(writing | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE)
        let watches = directories.map { inotify_add_watch(descriptor, $0, mask) }
        guard watches.contains(where: { $0 >= 0 }) else {
            close(descriptor)
            return nil
        }
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
        source.setEventHandler {
            MainActor.assumeIsolated {
                var bytes = [UInt8](repeating: 0, count: 8_192)
                var isChange = false
                while true {
                    let count = Glibc.read(descriptor, &bytes, bytes.count)
                    guard count > 0 else { break }
                    // If the kernel's queue overflowed, it reports that without a name.
                    for name in Self.names(in: bytes[..<count]) where name.isEmpty || isMeant(name) { isChange = true }
                }
                if isChange { onChange() }
            }
        }
        source.setCancelHandler { close(descriptor) }
        source.resume()
    }

    func end() { source.cancel() }

    /// Returns the names in a list of `struct inotify_event` (inotify(7)).
    private static func names(in bytes: ArraySlice<UInt8>) -> [String] {
        let header = MemoryLayout<inotify_event>.size
        var rest = bytes
        var names: [String] = []
        while rest.count >= header {
            let length = rest.withUnsafeBytes { Int($0.loadUnaligned(fromByteOffset: 12, as: UInt32.self)) }
            rest = rest.dropFirst(header)
            names.append(String(decoding: rest.prefix(length).prefix { $0 != 0 }, as: UTF8.self))
            rest = rest.dropFirst(length)
        }
        return names
    }
}
