import TestSeeds
import Testing

@testable import MatrixServer

@Suite(.timeLimit(.minutes(5))) struct GlobPatternTests {
    @Test(arguments: [
        ("lunc?*", "Lunch plans", true), ("lunc?*", "LUNCH", true), ("lunc?*", " lunch", false),
        ("lunc?*", "lunc", false),
        ("*", "", true), ("", "", true), ("", "x", false), ("a*b*c", "axxbyyc", true), ("a*b*c", "axxcyyb", false),
        ("ab*ba", "aba", false), ("?", "é", true),
    ]) func globPatternMatchesAWholeText(pattern: String, text: String, isMatch: Bool) {
        #expect(GlobPattern(pattern).matches(text) == isMatch)
    }

    @Test(arguments: [
        ("ex*ple", "An example event.", true), ("ex*ple", "exple", true), ("ex*ple", "An exciting triple-whammy", true),
        ("ex*ple", "An examples event", false), ("kettle", "the kettle sings", true), ("kettle", "kettles", false),
        ("kettle", "my_kettle", false), ("kettle", "kettlekettle kettle", true), ("k?ttle", "a kxttle", true),
        ("k?ttle", "a kttle", false), ("cake*", "Cakes", true), ("*cake", "pancake", true), ("*", "any", true),
        ("", "any", false), ("tea", "étea", true), ("a?a", "aaaa aba", true),
    ]) func globPatternMatchesWordsOfAText(pattern: String, text: String, isMatch: Bool) {
        #expect(GlobPattern(pattern).matchesWords(of: FoldedText(text)) == isMatch)
    }

    @Test func globPatternAgreesWithExhaustiveMatching() {
        let seed = Seeds.ofThisRun()
        var random = SeededGenerator(seed: seed)
        let text = { (letters: String, most: Int, random: inout SeededGenerator) in
            String(
                (0..<Int.random(in: 0...most, using: &random)).compactMap { _ in letters.randomElement(using: &random) }
            )
        }
        for _ in 0..<3000 {
            let pattern = text("aab*?", 6, &random)
            let value = text("aab -", 9, &random)
            let glob = GlobPattern(pattern)
            #expect(glob.matches(value) == Self.tries(Array(pattern), Array(value)), "\(pattern) \(value) \(seed)")
            #expect(
                glob.matchesWords(of: FoldedText(value)) == Self.findsWords(pattern, value),
                "\(pattern) \(value) \(seed)")
        }
    }

    @Test func aTextIsFoldedOnceForSeveralPatterns() {
        let text = FoldedText("An exciting Étude")
        #expect(GlobPattern("étude").matchesWords(of: text) && GlobPattern("AN*?tude").matches(text))
        #expect(!GlobPattern("exit").matchesWords(of: text) && !GlobPattern("exciting").matches(text))
        // A letter that the text doesn't have.
        #expect(!GlobPattern("an*z*e").matchesWords(of: text))
    }

    @Test func longGlobPatternIsCheckedQuickly() {
        // Naive matching would take a billion steps. The text has each letter of the patterns, so it is searched.
        let text = "b" + String(repeating: "a", count: 60_000)
        let pattern = String(repeating: "a", count: 1000)
        #expect(!GlobPattern("*\(pattern)?b").matches(text))
        #expect(!GlobPattern("\(pattern)?b").matchesWords(of: FoldedText(text)))
        #expect(!GlobPattern(text).matches(text))
    }

    private static func tries(_ pattern: [Character], _ text: [Character]) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        let rest = Array(pattern.dropFirst())
        if first == "*" { return (0...text.count).contains { tries(rest, Array(text.dropFirst($0))) } }
        guard let letter = text.first, first == "?" || first == letter else { return false }
        return tries(rest, Array(text.dropFirst()))
    }

    private static func findsWords(_ pattern: String, _ text: String) -> Bool {
        if pattern.isEmpty { return false }
        let text = Array(text)
        let begins = { (place: Int) in place == 0 || !text[place - 1].isLetter }
        let ends = { (place: Int) in place == text.count || !text[place].isLetter }
        return (0...text.count).contains { begin in
            begins(begin)
                && (begin...text.count).contains { ends($0) && tries(Array(pattern), Array(text[begin..<$0])) }
        }
    }
}
