/// Stands in for time: what was put off happens when the test says so.
@MainActor
final class TestClock {
    private(set) var waiting: [(milliseconds: Int, call: @MainActor () -> Void)] = []

    func after(_ milliseconds: Int, _ call: @escaping @MainActor () -> Void) {
        waiting.append((milliseconds, call))
    }

    func runAll() {
        let due = waiting
        waiting = []
        for item in due { item.call() }
    }
}
