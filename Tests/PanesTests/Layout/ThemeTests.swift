import Foundation
import Terminal
import Testing

@testable import Panes

@Suite(.timeLimit(.minutes(2))) struct ThemeTests {
    /// Relative luminance of a colour of the 6×6×6 cube, after WCAG 2.
    private func luminance(_ colour: UInt8) -> Double {
        let levels = [0.0, 95, 135, 175, 215, 255]
        let place = Int(colour) - 16
        let parts = [levels[place / 36], levels[place / 6 % 6], levels[place % 6]].map { level in
            let share = level / 255
            return share <= 0.03928 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }

    @Test func colouredTextReadsOnBlackAndOnWhite() {
        let colours = Theme.hues + [Theme.failure, Theme.mention, Theme.newLine].compactMap(\.foreground)
        for colour in colours {
            let light = luminance(colour)
            #expect((light + 0.05) / 0.05 >= 3.6, "\(colour) on black")
            #expect(1.05 / (light + 0.05) >= 3.6, "\(colour) on white")
        }
    }

    @Test func anyNumberChoosesAColour() {
        for hue in [0, -1, 11, 12, .max, .min] { #expect(Theme.sender(hue: hue).foreground != nil) }
    }
}
