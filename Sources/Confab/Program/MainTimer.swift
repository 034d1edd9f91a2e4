import Dispatch

/// One-shot timers on the main actor.
enum MainTimer {
    @MainActor
    static func after(_ milliseconds: Int, _ body: @escaping @MainActor () -> Void) {
        // Without a delay a timer is not needed: it would involve two other threads.
        guard milliseconds > 0 else {
            return DispatchQueue.main.async { MainActor.assumeIsolated { body() } }
        }
        DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
            MainActor.assumeIsolated { body() }
        }
    }
}
