/// Collects the events raised since the last frame and delivers each once.
///
/// The owner of the screen sets ``onFrameNeeded`` and calls ``deliver()`` when it is time to draw, at most 60 times a
/// second. The response to a user's action is delivered within ``answer(_:)``, and can be drawn at once.
///
/// ## Problem
///
/// A sync may change a screen thousands of times a second, and each change would build a new view model. The result of
/// a key press has to be on screen within a few milliseconds, even while data arrives.
///
/// ## Parts
///
/// - ``Event`` holds a state. ``Event/raise(_:)`` only stores how to build it, and a later raise replaces that.
/// - This clock has two lists: events for the next frame, and events raised while a user's action is handled.
/// - `FramePacer` decides when to draw. The programs pass input to its `answer`, and call `drawAnswers` after all
///   input of one read. A frame for other changes is drawn 16 ms after the last one at the earliest.
/// - `MainLoop` runs all of this on the thread that reads the terminal.
///
/// Events that were pending before a key press stay pending, unless the key press raises them again. If a key press
/// reads data from disk, its result doesn't wait for the interval: the next frame is drawn at once, unless it is
/// already scheduled.
///
/// ## Invariants
///
/// - Any number of raises between two frames causes one build and one delivery:
///   `EventTests.manyRaisesPerFrameBuildAndDeliverOnce`.
/// - A frame is requested once: `EventTests.frameIsRequestedOnce`. An idle screen requests none:
///   `FramePacerTests.drawingDoesNotRequestAnotherFrame`.
/// - Pending data doesn't delay a key: `EventTests.pendingEventDoesNotDelayImmediateDelivery`,
///   `FramePacerTests.keyIsDrawnImmediatelyAndArrivalsNextFrame`.
/// - An event that is pending in both lists is delivered once:
///   `EventTests.pendingEventRaisedAgainIsDeliveredOnce`.
/// - Events that raise each other in a cycle don't block the program: `EventTests.eventCycleContinuesInNextFrame`. The
///   remaining ones are drawn later: `FramePacerTests.cyclicEventsAreDrawnInLaterFrames`.
/// - A subscription doesn't keep its owner alive: `EventTests.subscriberIsNotRetained`.
///
/// ## After a crash
///
/// Nothing here is stored, and nothing here may be the only copy of a change. The next start builds its first frame
/// from the disk. Don't use an ``Event`` for an effect that must happen each time, such as a bell. A clock may skip
/// any value except the newest.
///
/// ## Why nothing simpler
///
/// Drawing after each change would build the same screen again and again. A timer that always runs would wake an idle
/// computer. With a single list, a key would also build everything that a sync has changed.
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
