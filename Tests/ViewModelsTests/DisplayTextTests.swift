import Testing

@testable import ViewModels

@Suite(.timeLimit(.minutes(5))) struct DisplayTextTests {
    @Test func plainTextIsUnchanged() {
        #expect(DisplayText(sanitizing: "Hello, Bo!").string == "Hello, Bo!")
        #expect(DisplayText(sanitizing: "Grüße, 日本 👩‍👩‍👧").string == "Grüße, 日本 👩‍👩‍👧")
    }

    @Test func escapeSequencesBecomeVisibleSymbols() {
        #expect(DisplayText(sanitizing: "\u{1B}[31mred").string == "␛[31mred")
        #expect(DisplayText(sanitizing: "\u{9B}31mred").string == "\u{FFFD}31mred")
        #expect(DisplayText(sanitizing: "bell\u{7} del\u{7F} nul\u{0}").string == "bell␇ del␡ nul␀")
    }

    @Test func directionOverridesAreReplaced() {
        for scalar in "\u{202E}\u{202A}\u{2066}\u{2069}\u{200F}\u{061C}".unicodeScalars {
            #expect(DisplayText(sanitizing: "a\(scalar)b").string == "a\u{FFFD}b")
        }
    }

    @Test func combiningMarksAreLimitedToEight() {
        let marks = String(repeating: "\u{301}", count: 50)
        #expect(DisplayText(sanitizing: "a\(marks)b").string.unicodeScalars.count == 10)
    }

    @Test func lineBreaksAreSymbolsOnOneLineAndKeptOnMany() {
        #expect(DisplayText(sanitizing: "a\r\nb\rc\nd").string == "a␤b␤c␤d")
        #expect(DisplayText(sanitizingLines: "a\r\nb\rc\nd").string == "a\nb\nc\nd")
        #expect(DisplayText(sanitizingLines: "a\u{2028}b\u{2029}c\u{85}d").string == "a\u{FFFD}b\u{FFFD}c\u{FFFD}d")
    }

    @Test func regionFlagIsKeptAndStrayTagsAreReplaced() {
        let england = "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}"
        #expect(DisplayText(sanitizing: "a \(england) b").string == "a \(england) b")
        #expect(DisplayText(sanitizing: "🏴\u{E007F}x").string == "🏴\u{FFFD}x")
        #expect(DisplayText(sanitizing: "🏴\u{E0067}x").string == "🏴\u{FFFD}x")
        #expect(DisplayText(sanitizing: "🏴\u{E0067}").string == "🏴\u{FFFD}")
        #expect(DisplayText(sanitizing: "a\u{E0067}\u{E007F}").string == "a\u{FFFD}\u{FFFD}")
        let long = "🏴" + String(repeating: "\u{E0061}", count: 9) + "\u{E007F}"
        #expect(!DisplayText(sanitizing: long).string.unicodeScalars.contains("\u{E0061}"))
    }

    @Test func tabBecomesSpaces() {
        #expect(DisplayText(sanitizing: "a\tb").string == "a b")
        #expect(DisplayText(sanitizingLines: "a\tb").string == "a    b")
    }

    @Test func joinedTextsHaveSeparators() {
        let texts: [DisplayText] = ["a", "b", "c"]
        #expect(texts.joined(separator: ", ").string == "a, b, c")
        #expect([DisplayText]().joined(separator: ", ").isEmpty)
    }
}
