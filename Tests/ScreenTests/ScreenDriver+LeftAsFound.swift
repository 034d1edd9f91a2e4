import TestSupport
import Testing

extension ScreenDriver {
    /// The shell has its screen, its cursor and its modes again, and nothing came that no table of ours has.
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
