/// Tells that the database of a profile changed, whoever changes it, and says so a few times a second at most.
@MainActor
final class DatabaseWatch {
    /// Milliseconds for all that is written together.
    private static let pause = 200

    private var watch: DirectoryWatch?
    private var isWaiting = false
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
        guard !isWaiting else { return }
        isWaiting = true
        MainTimer.after(Self.pause) { [weak self] in
            self?.isWaiting = false
            self?.onChange()
        }
    }
}
