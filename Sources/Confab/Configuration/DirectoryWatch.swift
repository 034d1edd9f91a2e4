import Dispatch
import Glibc

/// Tells when something in a directory was written or renamed, by inotify: nothing is polled.
@MainActor
final class DirectoryWatch {
    private let source: any DispatchSourceRead

    /// - Returns: `nil` where none of the directories can be watched.
    init?(_ directories: [String], onChange: @escaping @MainActor () -> Void) {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        let mask = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE)
        let watches = directories.map { inotify_add_watch(descriptor, $0, mask) }
        guard watches.contains(where: { $0 >= 0 }) else {
            close(descriptor)
            return nil
        }
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
        source.setEventHandler {
            MainActor.assumeIsolated {
                var bytes = [UInt8](repeating: 0, count: 8_192)
                while Glibc.read(descriptor, &bytes, bytes.count) > 0 {}
                onChange()
            }
        }
        source.setCancelHandler { close(descriptor) }
        source.resume()
    }

    func end() { source.cancel() }
}
