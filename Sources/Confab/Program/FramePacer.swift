import Dispatch
import ViewModels

/// Draws a frame when something changed: at once after a key, as what comes of it next, at most 60 times a second otherwise.
@MainActor
final class FramePacer {
    /// In milliseconds.
    private static let interval = 16

    private let clock: FrameClock
    private let draw: () -> Void
    private let now: () -> UInt64
    private let after: (Int, @escaping @MainActor () -> Void) -> Void
    private var lastFrame: UInt64 = 0
    private var isScheduled = false
    /// Whether the last frame answered a key: what the disk tells because of it doesn't wait for the next one.
    private var hasAnswered = false
    /// What changes now is drawn in a moment.
    private var isAboutToDraw = false

    /// - Parameters:
    ///   - now: milliseconds of a clock that never goes back.
    ///   - after: calls a closure on the main actor after so many milliseconds.
    init(
        clock: FrameClock, now: @escaping () -> UInt64 = { DispatchTime.now().uptimeNanoseconds / 1_000_000 },
        after: @escaping (Int, @escaping @MainActor () -> Void) -> Void, draw: @escaping () -> Void
    ) {
        self.clock = clock
        self.now = now
        self.after = after
        self.draw = draw
        clock.onFrameNeeded = { [weak self] in self?.request() }
    }

    /// Does what a person asked for; ``drawAnswers()`` shows it, and what else changed waits for its frame.
    func answer(_ body: () -> Void) {
        isAboutToDraw = true
        clock.answer(body)
    }

    /// One frame for all that was answered since the last one.
    func drawAnswers() {
        guard isAboutToDraw else { return }
        present()
        hasAnswered = true
    }

    func drawNow() {
        isAboutToDraw = true
        clock.deliver()
        present()
    }

    func request() {
        guard !isScheduled, !isAboutToDraw else { return }
        isScheduled = true
        let (now, due) = (now(), hasAnswered ? lastFrame : lastFrame + UInt64(FramePacer.interval))
        hasAnswered = false
        after(Int(max(due, now) - now)) { [weak self] in
            self?.isScheduled = false
            self?.drawNow()
        }
    }

    /// What is asked for while panes are drawn waits for the next frame.
    private func present() {
        isAboutToDraw = false
        draw()
        lastFrame = now()
        if clock.isFrameNeeded { request() }
    }
}
