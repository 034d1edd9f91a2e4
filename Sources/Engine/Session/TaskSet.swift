/// Background tasks that end with their owner.
@MainActor
package final class TaskSet {
    private var tasks: [Int: Task<Void, Never>] = [:]
    private var next = 0
    private var isFinished = false

    /// Whether no task is running.
    var isIdle: Bool { tasks.isEmpty }

    package init() {}

    /// Starts a task; does nothing after ``finish()``.
    package func run(_ work: @escaping @Sendable () async -> Void) {
        guard !isFinished else { return }
        let number = next
        next += 1
        tasks[number] = Task {
            await work()
            self.tasks[number] = nil
        }
    }

    /// Cancels the running tasks and waits until they end.
    package func finish() async {
        isFinished = true
        let running = Array(tasks.values)
        tasks = [:]
        for task in running { task.cancel() }
        for task in running { await task.value }
    }
}

/// Debounces calls: only the last call of a burst runs, after a pause without another.
@MainActor
package final class Debouncer {
    private let pause: Int
    private let environment: EngineEnvironment
    private var count = 0

    /// - Parameter pause: the pause in milliseconds.
    package init(after pause: Int, in environment: EngineEnvironment) {
        self.pause = pause
        self.environment = environment
    }

    package func schedule(_ question: @escaping @MainActor () -> Void) {
        count += 1
        let number = count
        environment.after(pause) { [weak self] in
            if self?.count == number { question() }
        }
    }

    /// Drops the pending call.
    package func cancel() { count += 1 }
}
