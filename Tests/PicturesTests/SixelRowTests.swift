import TestSeeds
import Testing

@testable import Pictures

/// Tests that sixel data passed on to the terminal contains only colors, and pixels within its own cells.
@Suite(.timeLimit(.minutes(5))) struct SixelRowTests {
    private static let row = SixelRow(width: 8, bands: 2)
    private static let good = "#0;2;0;50;100!8~$#1;2;100;0;0??@A-#0!4~"

    private func isTaken(_ text: String) -> Bool { Self.row.checked(Array(text.utf8)[...]) != nil }

    @Test func validRowIsAcceptedUnchanged() {
        #expect(Self.row.checked(Array(Self.good.utf8)[...]) == Array(Self.good.utf8))
        // The end of the last band doesn't begin another.
        #expect(Self.row.checked(Array("#0;2;1;2;3~-~--".utf8)[...]) == Array("#0;2;1;2;3~-~".utf8))
    }

    @Test func invalidRowsAreRejected() {
        let lies = [
            "", "-", "~~~~~~~~~", "!9~", "!8~~", "~-~-~", "!0~", "!~", "!4", "#", "#256~", "#0;1;0;50;0~", "#0;2;0;50~",
            "#0;2;0;50;101~", "#0;2;;5;5~", "\"1;1;900;900~", "~\u{1B}[2J", "~\u{1B}\\", "~\u{9C}", "~\n", "~ ",
            "~\u{7F}",
            "!99999999999999999999~", "#99999999999999999999~", "~q", "#0;2;0;50;100;7~",
        ]
        for lie in lies where lie != "~q" { #expect(!isTaken(lie), "\(lie.debugDescription)") }
        // A letter is a pixel here.
        #expect(isTaken("~q"))
    }

    @Test func corruptedRowsYieldNoControlBytes() {
        let seed = Seeds.ofThisRun(#function)
        var random = SeededGenerator(seed: seed)
        var (taken, refused) = (0, 0)
        for _ in 0..<20_000 {
            var bytes = Array(Self.good.utf8)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            guard let row = Self.row.checked(bytes[...]) else {
                refused += 1
                continue
            }
            taken += 1
            let isPlain = row.allSatisfy {
                (0x3F...0x7E).contains($0) || (0x30...0x39).contains($0) || [0x21, 0x23, 0x24, 0x2D, 0x3B].contains($0)
            }
            #expect(isPlain, "CONFAB_SEED=\(seed)")
        }
        #expect(taken > 100 && refused > 1_000)
    }
}
