/// Collects the events raised since the last frame and delivers each once.
///
/// The owner of the screen sets ``onFrameNeeded`` and calls ``deliver()`` when it is time to draw, at most 60 times a
/// second. The response to a user's action is delivered within ``answer(_:)``, and can be drawn at once.
@MainActor
package final class FrameClock {
    /// Called once when the first event since the last ``deliver()`` was raised.
    package var onFrameNeeded: () -> Void = {}

    private var pending: [() -> Void] = []
    /// The events raised during a response to a user's action.
    private var answers: [() -> Void] = []
    private var isDelivering = false
    /// Whether a user's action is being handled, including all that follows from it at once.
    package private(set) var isAnswering = false

    package init() {}

    package var isFrameNeeded: Bool { !pending.isEmpty }

    /// Builds and delivers raised events. Events raised by subscribers meanwhile are delivered in the same call, up
    /// to a hundred rounds. A cycle of events then waits for the next frame instead of delaying key presses.
    package func deliver() {
        deliver(\.pending)
    }

    /// Delivers the events raised within `body`, and nothing else. Events pending for the next frame stay pending, so
    /// that incoming data doesn't delay key presses.
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
