/// A manual clock: timers fire when the test says so.
@MainActor
final class TestClock {
    private(set) var waiting: [(milliseconds: Int, call: @MainActor () -> Void)] = []

    func after(_ milliseconds: Int, _ call: @escaping @MainActor () -> Void) {
        waiting.append((milliseconds, call))
    }

    /// Fires the timers with the shortest delay.
    func runFirst() {
        guard let first = waiting.min(by: { $0.milliseconds < $1.milliseconds })?.milliseconds else { return }
        let due = waiting.filter { $0.milliseconds == first }
        waiting.removeAll { $0.milliseconds == first }
        for item in due { item.call() }
    }

    func runAll() {
        let due = waiting
        waiting = []
        for item in due { item.call() }
    }
}
