/// Tells that the database of a profile changed, whoever changes it, and says so a few times a second at most.
@MainActor
final class DatabaseWatch {
    /// Milliseconds for all that is written together, and until a slow disk has it: what is written is seen by others once it is there.
    private static let pause = 200
    private static let slowDisk = 2_000

    private var watch: DirectoryWatch?
    private var isWaiting = false
    private var writes = 0
    private let onChange: @MainActor () -> Void

    /// - Parameter directory: the profile's.
    init(directory: String, onChange: @escaping @MainActor () -> Void) {
        self.onChange = onChange
        watch = DirectoryWatch(
            [directory], tellsEachWrite: true,
            isMeant: { ["confab.sqlite", "confab.sqlite-wal"].contains($0) },
            onChange: { [weak self] in self?.changed() })
    }

    func end() { watch?.end() }

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
