import Foundation
import Panes
import Terminal
import ViewModels

/// Draws a frame when something changed: at once after a key, at most 60 times a second otherwise.
@MainActor
final class FramePacer {
    private static let interval: UInt64 = 16_000_000

    private let clock: FrameClock
    private let screen: MessengerScreen
    private let terminal: TerminalSession
    private var lastFrame: UInt64 = 0
    private var isScheduled = false

    init(clock: FrameClock, screen: MessengerScreen, terminal: TerminalSession) {
        self.clock = clock
        self.screen = screen
        self.terminal = terminal
        clock.onFrameNeeded = { [weak self] in self?.request() }
        screen.onChange = { [weak self] in self?.request() }
    }

    func drawNow() {
        clock.deliver()
        terminal.present(screen.draw())
        lastFrame = DispatchTime.now().uptimeNanoseconds
    }

    func request() {
        guard !isScheduled else { return }
        isScheduled = true
        let due = max(DispatchTime.now().uptimeNanoseconds, lastFrame + FramePacer.interval)
        DispatchQueue.main.asyncAfter(deadline: DispatchTime(uptimeNanoseconds: due)) { [weak self] in
            MainActor.assumeIsolated {
                self?.isScheduled = false
                self?.drawNow()
            }
        }
    }
}
