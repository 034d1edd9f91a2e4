/// Work in the background that ends with its owner.
@MainActor
final class TaskSet {
    private var tasks: [Int: Task<Void, Never>] = [:]
    private var next = 0
    private var isFinished = false

    /// Whether all work has ended.
    var isIdle: Bool { tasks.isEmpty }

    /// Does nothing any more after ``finish()``.
    func run(_ work: @escaping @Sendable () async -> Void) {
        guard !isFinished else { return }
        let number = next
        next += 1
        tasks[number] = Task {
            await work()
            self.tasks[number] = nil
        }
    }

    /// Cancels what is under way and waits until it ended.
    func finish() async {
        isFinished = true
        let running = Array(tasks.values)
        tasks = [:]
        for task in running { task.cancel() }
        for task in running { await task.value }
    }
}
