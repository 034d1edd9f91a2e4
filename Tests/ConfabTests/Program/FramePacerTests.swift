import Testing
import ViewModels

@testable import Confab

/// Counts how often frames are drawn.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct FramePacerTests {
    /// A pacer with the timers that it set and the frames that it drew.
    @MainActor
    private final class Screen {
        let clock = FrameClock()
        let arrived: Event<Int>
        let typed: Event<Int>
        var shown: (arrived: Int, typed: Int) = (0, 0)
        var frames = 0
        var now: UInt64 = 1_000
        /// The time by which the clock advances with each read.
        var step: UInt64 = 0
        var timers: [(due: UInt64, body: @MainActor () -> Void)] = []
        private(set) lazy var pacer = FramePacer(
            clock: clock,
            now: { [unowned self] in
                now += step
                return now
            },
            after: { [unowned self] delay, body in timers.append((now + UInt64(delay), body)) },
            draw: { [unowned self] in frames += 1 })

        init() {
            arrived = Event(clock: clock)
            typed = Event(clock: clock)
            pacer.drawNow()
            frames = 0
            // Behaves as a pane does: stores the value and requests a frame.
            arrived.subscribe(self) { screen, value in
                screen.shown.arrived = value
                screen.pacer.request()
            }
            typed.subscribe(self) { screen, value in
                screen.shown.typed = value
                screen.pacer.request()
            }
        }

        /// Handles keys that arrive in one batch.
        func type(_ values: Int...) {
            for value in values { pacer.answer { typed.raise { value } } }
            pacer.drawAnswers()
        }

        func pass(_ milliseconds: UInt64) {
            let end = now + milliseconds
            while let next = timers.filter({ $0.due <= end }).min(by: { $0.due < $1.due }) {
                timers.removeAll { $0.due == next.due }
                now = max(now, next.due)
                next.body()
            }
            now = end
        }
    }

    @Test func keyIsDrawnImmediatelyAndArrivalsNextFrame() {
        let screen = Screen()
        screen.arrived.raise { 1 }
        screen.type(1)
        #expect(screen.frames == 1)
        #expect(screen.shown == (0, 1))
        screen.pass(16)
        #expect(screen.frames == 2)
        #expect(screen.shown == (1, 1))
    }

    @Test func simultaneousKeysAreHandledInOrderAndDrawnOnce() {
        let screen = Screen()
        var taken: [Int] = []
        screen.typed.subscribe(screen) { _, value in taken.append(value) }
        screen.type(1, 2, 3)
        #expect(taken == [1, 2, 3])
        #expect(screen.frames == 1)
        screen.pass(1_000)
        #expect(screen.frames == 1)
    }

    @Test func firstResultOfAKeyIsDrawnAtOnceTheRestNextFrame() {
        let screen = Screen()
        screen.type(1)
        screen.arrived.raise { 1 }
        screen.pass(0)
        #expect(screen.frames == 2)
        #expect(screen.shown == (1, 1))
        screen.arrived.raise { 2 }
        screen.pass(0)
        #expect(screen.frames == 2)
        screen.pass(16)
        #expect(screen.frames == 3)
    }

    @Test func arrivalsAreDrawnAtMostOncePerFrame() {
        let screen = Screen()
        for number in 1...1_000 {
            screen.arrived.raise { number }
            screen.pass(1)
        }
        screen.pass(100)
        #expect(screen.shown.arrived == 1_000)
        #expect((55...64).contains(screen.frames), "\(screen.frames)")
    }

    @Test func advancingClockDuringRequestsLosesNoFrame() {
        let screen = Screen()
        screen.step = 1
        for number in 1...100 {
            screen.arrived.raise { number }
            screen.pass(UInt64(number % 20))
        }
        screen.pass(100)
        #expect(screen.shown.arrived == 100)
    }

    @Test func drawingDoesNotRequestAnotherFrame() {
        let screen = Screen()
        screen.arrived.raise { 1 }
        screen.pass(1_000)
        screen.type(1)
        screen.pass(1_000)
        #expect(screen.frames == 2)
        #expect(screen.timers.isEmpty)
    }

    @Test func cyclicEventsAreDrawnInLaterFrames() {
        let screen = Screen()
        screen.typed.subscribe(screen) { screen, value in
            if value < 150 { screen.typed.raise { value + 1 } }
        }
        screen.type(1)
        #expect(screen.shown.typed < 150)
        screen.pass(100)
        #expect(screen.shown.typed == 150)
    }
}
