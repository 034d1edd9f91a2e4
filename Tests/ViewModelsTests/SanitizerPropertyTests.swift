import TestSeeds
import Testing

@testable import ViewModels

@Suite(.timeLimit(.minutes(5))) struct SanitizerPropertyTests {
    /// Whether the sanitizer may let a scalar through.
    private func isSafe(_ scalar: Unicode.Scalar, keepsLines: Bool) -> Bool {
        if keepsLines, scalar == "\n" { return true }
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return false
        default: break
        }
        switch scalar.value {
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: return false
        default: return true
        }
    }

    /// Returns a scalar, half of the time a harmful one.
    private func scalar(using random: inout SeededGenerator) -> Unicode.Scalar {
        let ranges: [ClosedRange<UInt32>] = [
            0x00...0x1F, 0x7F...0x9F, 0x2000...0x206F, 0x300...0x36F, 0x20...0x7E, 0x20...0x10FFFF,
        ]
        while true {
            let range = ranges[Int.random(in: 0..<ranges.count, using: &random)]
            if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &random)) { return scalar }
        }
    }

    @Test func noTerminalControlScalarSurvives() {
        let seed = Seeds.ofThisRun()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<3000 {
            var view = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...30, using: &random) { view.append(scalar(using: &random)) }
            let text = String(view)
            for keepsLines in [false, true] {
                let shown = keepsLines ? DisplayText(sanitizingLines: text) : DisplayText(sanitizing: text)
                // A balanced pair of isolating characters affects no text outside of it.
                let rest =
                    Isolation.isHarmless(shown.string)
                    ? shown.string.replacing(/[\u{2068}\u{2069}]/, with: "") : shown.string
                let isClean = rest.unicodeScalars.allSatisfy { isSafe($0, keepsLines: keepsLines) }
                #expect(isClean, "seed \(seed): \(text.debugDescription)")
            }
        }
    }

    @Test func sanitizingIsIdempotent() {
        let seed = Seeds.ofThisRun()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<1000 {
            var view = String.UnicodeScalarView()
            for _ in 0..<20 { view.append(scalar(using: &random)) }
            let once = DisplayText(sanitizingLines: String(view))
            #expect(DisplayText(sanitizingLines: once.string) == once, "seed \(seed)")
        }
    }

    @Test func everySingleScalarIsSafe() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let shown = DisplayText(sanitizing: String(Character(scalar))).string
            if !shown.unicodeScalars.allSatisfy({ isSafe($0, keepsLines: false) }) {
                Issue.record("U+\(String(value, radix: 16))")
            }
        }
    }
}
