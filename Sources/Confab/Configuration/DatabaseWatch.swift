import Glibc

/// Reports changes of a profile's database by any process, at most a few times a second.
///
/// If inotify is not available, for example because all watches of the system are in use, it polls.
@MainActor
final class DatabaseWatch {
    /// The delays in milliseconds between a write and the report. The first one combines several writes. The second
    /// report follows when a slow disk has finished, since other processes see a change only then.
    private static let pause = 200
    private static let slowDisk = 2_000

    /// The polling interval in milliseconds.
    private static let patience = 500
    private static let files = ["confab.sqlite", "confab.sqlite-wal"]

    private var watch: DirectoryWatch?
    private var isEnded = false
    private var seen: [FileState?] = []
    private var isWaiting = false
    private var writes = 0
    private let onChange: @MainActor () -> Void

    /// - Parameter directory: the directory of the profile.
    init(directory: String, onChange: @escaping @MainActor () -> Void) {
        self.onChange = onChange
        watch = DirectoryWatch(
            [directory], tellsEachWrite: true,
            isMeant: { Self.files.contains($0) },
            onChange: { [weak self] in self?.changed() })
        if watch == nil {
            seen = Self.state(in: directory)
            check(in: directory)
        }
    }

    func end() {
        isEnded = true
        watch?.end()
    }

    private func check(in directory: String) {
        MainTimer.after(Self.patience) { [weak self] in
            guard let self, !isEnded else { return }
            let now = Self.state(in: directory)
            if now != seen { changed() }
            seen = now
            check(in: directory)
        }
    }

    private struct FileState: Hashable {
        let number: UInt64
        let size: Int
        let seconds: Int
        let nanoseconds: Int
    }

    private static func state(in directory: String) -> [FileState?] {
        files.map { name in
            var about = stat()
            guard stat(directory + "/" + name, &about) == 0 else { return nil }
            return FileState(
                number: UInt64(about.st_ino), size: Int(about.st_size), seconds: about.st_mtim.tv_sec,
                nanoseconds: about.st_mtim.tv_nsec)
        }
    }

    private func changed() {
        writes += 1
        let seen = writes
        MainTimer.after(Self.slowDisk) { [weak self] in
            if self?.writes == seen { self?.onChange() }
        }
        guard !isWaiting else { return }
        isWaiting = true
        MainTimer.after(Self.pause) { [weak self] in
            self?.isWaiting = false
            self?.onChange()
        }
    }
}
