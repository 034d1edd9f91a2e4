import Dispatch
import Synchronization

/// Counts the reads that block the main actor, because the screen is not redrawn while it waits for the disk.
final class ReadCounter: Sendable {
    private static let isMain: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()
    private let count = Atomic(0)

    var onMainActor: Int { count.load(ordering: .relaxed) }

    /// - Returns: whether the read blocks the main actor.
    func note() -> Bool {
        // Checks for the main queue. On Linux the main actor doesn't run on the process's first thread.
        guard DispatchQueue.getSpecific(key: Self.isMain) ?? false else { return false }
        count.add(1, ordering: .relaxed)
        return true
    }
}
