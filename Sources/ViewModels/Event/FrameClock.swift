/// Gathers the events that were raised since the last frame and delivers each once.
///
/// Whoever owns the screen sets ``onFrameNeeded`` and calls ``deliver()`` when it is time to draw: at once after a key, at
/// most 60 times a second otherwise.
@MainActor
package final class FrameClock {
    /// Called once when the first event since the last ``deliver()`` was raised.
    package var onFrameNeeded: () -> Void = {}

    private var pending: [() -> Void] = []
    private var isDelivering = false

    package init() {}

    package var isFrameNeeded: Bool { !pending.isEmpty }

    /// Builds and delivers what was raised. What a subscriber raises meanwhile is delivered in the same call, up to a
    /// hundred rounds: a circle of events then waits for the next frame instead of holding up the keys.
    package func deliver() {
        guard !isDelivering else { return }
        isDelivering = true
        defer { isDelivering = false }
        for _ in 0..<100 where !pending.isEmpty {
            let round = pending
            pending = []
            for deliver in round { deliver() }
        }
        if isFrameNeeded { onFrameNeeded() }
    }

    func enqueue(_ deliver: @escaping () -> Void) {
        pending.append(deliver)
        if pending.count == 1, !isDelivering { onFrameNeeded() }
    }
}
