import Dispatch

/// One-shot timers on the main actor.
enum MainTimer {
    @MainActor
    static func after(_ milliseconds: Int, _ body: @escaping @MainActor () -> Void) {
        DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
            MainActor.assumeIsolated { body() }
        }
    }
}
