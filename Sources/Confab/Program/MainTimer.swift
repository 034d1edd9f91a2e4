import Dispatch

/// One-shot timers on the main actor.
enum MainTimer {
    @MainActor
    static func after(_ milliseconds: Int, _ body: @escaping @MainActor () -> Void) {
        // What has no time to pass needs no timer, which two other threads take part in.
        guard milliseconds > 0 else {
            return DispatchQueue.main.async { MainActor.assumeIsolated { body() } }
        }
        DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
            MainActor.assumeIsolated { body() }
        }
    }
}
