/// Gathers the events that were raised since the last frame and delivers each once.
///
/// Whoever owns the screen sets ``onFrameNeeded`` and calls ``deliver()`` when it is time to draw, at most 60 times a second.
/// What a person does is answered within ``answer(_:)``, and can be drawn at once.
@MainActor
package final class FrameClock {
    /// Called once when the first event since the last ``deliver()`` was raised.
    package var onFrameNeeded: () -> Void = {}

    private var pending: [() -> Void] = []
    /// What was raised while something is answered.
    private var answers: [() -> Void] = []
    private var isDelivering = false
    /// Whether a person's key is answered now, with all that follows from it at once.
    package private(set) var isAnswering = false

    package init() {}

    package var isFrameNeeded: Bool { !pending.isEmpty }

    /// Builds and delivers what was raised. What a subscriber raises meanwhile is delivered in the same call, up to a
    /// hundred rounds: a circle of events then waits for the next frame instead of holding up the keys.
    package func deliver() {
        deliver(\.pending)
    }

    /// Delivers what is raised within `body`, and nothing else: what waits for the next frame goes on waiting, so that a key
    /// is not held up by all that arrives.
    package func answer(_ body: () -> Void) {
        guard !isAnswering, !isDelivering else { return body() }
        isAnswering = true
        body()
        deliver(\.answers)
        isAnswering = false
        pending += answers
        answers = []
    }

    func enqueue(_ deliver: @escaping () -> Void) {
        guard !isAnswering else { return answers.append(deliver) }
        pending.append(deliver)
        if pending.count == 1, !isDelivering { onFrameNeeded() }
    }

    private func deliver(_ list: ReferenceWritableKeyPath<FrameClock, [() -> Void]>) {
        guard !isDelivering else { return }
        isDelivering = true
        defer { isDelivering = false }
        for _ in 0..<100 where !self[keyPath: list].isEmpty {
            let round = self[keyPath: list]
            self[keyPath: list] = []
            for deliver in round { deliver() }
        }
        if !self[keyPath: list].isEmpty { onFrameNeeded() }
    }
}
