import Dispatch
import ViewModels

/// Draws a frame after a change: immediately after a key and its first results, otherwise at most 60 times a second.
/// The chapter about frames is at `FrameClock`.
@MainActor
final class FramePacer {
    /// The interval in milliseconds.
    private static let interval = 16

    private let clock: FrameClock
    private let draw: () -> Void
    private let now: () -> UInt64
    private let after: (Int, @escaping @MainActor () -> Void) -> Void
    private var lastFrame: UInt64 = 0
    private var isScheduled = false
    /// Whether the last frame answered a key. Results from the disk then don't wait for the next interval.
    private var hasAnswered = false
    /// Whether a frame follows immediately, so that changes don't need to schedule one.
    private var isAboutToDraw = false

    /// - Parameters:
    ///   - now: returns the milliseconds of a monotonic clock.
    ///   - after: calls a closure on the main actor after a number of milliseconds.
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

    /// Handles user input. ``drawAnswers()`` draws the result. Until then, other changes don't schedule a frame.
    func answer(_ body: () -> Void) {
        isAboutToDraw = true
        clock.answer(body)
    }

    /// Draws one frame for all input since the last one.
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

    /// Draws a frame. Frames that are requested during drawing are scheduled.
    private func present() {
        isAboutToDraw = false
        draw()
        lastFrame = now()
        if clock.isFrameNeeded { request() }
    }
}
