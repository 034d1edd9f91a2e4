import Terminal
import Testing
import ViewModels

@testable import Panes

@MainActor
@Suite(.timeLimit(.minutes(5))) struct VerificationPaneTests {
    private func screen(width: Int = 80, height: Int = 24) -> TestScreen {
        let screen = TestScreen(width: width, height: height)
        #expect(screen.show(.verification))
        screen.asked = []
        return screen
    }

    @Test func sevenEmojiShareARowAboveTheirNames() throws {
        let lines = screen().lines
        let names = try #require(lines.firstIndex { $0.contains("Dog") })
        #expect(lines[names].contains("Elephant"))
        #expect(lines[names - 1].contains { $0 == "\u{1F436}" })
    }

    @Test(arguments: [(60, 24), (40, 10), (20, 5)]) func smallScreenNumbersEmojiInOrder(
        width: Int, height: Int
    ) throws {
        let text = screen(width: width, height: height).text
        let first = try #require(text.firstRange(of: "1 \u{1F436} Dog"))
        if height > 5 {
            let last = try #require(text.firstRange(of: "7 \u{1F436} Elephant"))
            #expect(first.lowerBound < last.lowerBound)
        }
    }

    @Test func smallScreenShowsAllEmojiNamesAndTheQuestion() {
        let screen = screen(width: 40, height: 10)
        let names = ["Butterfly", "Strawberry", "Light Bulb", "Headphones", "Thumbs Up", "Hourglass", "Aeroplane"]
        screen.raiseVerification(
            names, text: .words("verification.compare-with-person", ["name": "Alexandra (@alexandra:example.org)"]))
        for name in names { #expect(screen.text.contains(name), "\(screen.text)") }
        #expect(screen.text.contains("y they are the same, n they are not"))
    }

    /// Clients without emoji support compare only numbers.
    @Test(arguments: [(80, 24), (40, 10)]) func numbersAreComparedWithoutEmoji(width: Int, height: Int) {
        let screen = screen(width: width, height: height)
        screen.raiseVerification([], numbers: "1234 5678 9012")
        #expect(screen.text.contains("1234 5678 9012") && !screen.text.contains("Dog"))
        screen.answer("y")
        #expect(screen.asked == ["same"])
    }

    @Test func onlyALoneLetterAnswersVerification() {
        let screen = screen()
        screen.type("ye")
        screen.clock.runAll()
        #expect(screen.asked.isEmpty && screen.text.contains("› ye"))
        screen.answer("n")
        #expect(screen.asked.isEmpty && screen.text.contains("› yen"))
        screen.press(Key(.escape))
        #expect(screen.asked.isEmpty)
        screen.answer("y")
        #expect(screen.asked == ["same"])
        screen.press(.meta("n"))
        #expect(screen.asked == ["same", "different"])
        screen.press(Key(.escape))
        #expect(screen.asked.last == "ended")
    }
}
