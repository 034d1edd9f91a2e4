import TestSupport
import Testing

extension ScreenDriver {
    /// Expects that the shell has its screen, cursor and modes again, and that the emulator received no unknown
    /// sequence.
    func expectLeftAsFound(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(isTerminalSane, sourceLocation: sourceLocation)
        #expect(isCursorVisible, sourceLocation: sourceLocation)
        #expect(!screen.isAlternateScreen, sourceLocation: sourceLocation)
        #expect(screen.modes.isDisjoint(with: [1, 1000, 1004, 1006, 2004, 2026]), sourceLocation: sourceLocation)
        #expect(screen.modes.contains(1007), sourceLocation: sourceLocation)
        #expect(screen.ordersText, sourceLocation: sourceLocation)
        #expect(unknownSequences.isEmpty, sourceLocation: sourceLocation)
    }
}
