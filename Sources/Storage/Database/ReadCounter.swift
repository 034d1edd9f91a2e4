import Dispatch
import Synchronization

/// Counts the reads that keep the main actor waiting: a screen that waits for the disk draws nothing meanwhile.
final class ReadCounter: Sendable {
    private static let isMain: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()
    private let count = Atomic(0)

    var onMainActor: Int { count.load(ordering: .relaxed) }

    /// - Returns: whether the read is one that keeps the main actor waiting.
    func note() -> Bool {
        // The main actor's queue, and not the process's first thread, which is another on Linux.
        guard DispatchQueue.getSpecific(key: Self.isMain) ?? false else { return false }
        count.add(1, ordering: .relaxed)
        return true
    }
}
