import TestSeeds
import Testing
import ViewModels

@Suite(.timeLimit(.minutes(5))) struct FuzzyMatcherTests {
    private func best(_ query: String, _ titles: String...) -> [String] {
        var ranking = FuzzyRanking(rows: titles.map(row))
        ranking.search(query)
        return ranking.places.map { titles[$0] }
    }

    private func row(_ title: String) -> FuzzyListRowViewModel {
        FuzzyListRowViewModel(
            id: FuzzyListRowID(title), title: DisplayText(sanitizing: title), choose: .unavailable("only a test"))
    }

    /// Returns the matching letters, with dots for the others.
    private func shown(_ query: String, _ title: String) -> String {
        let ranges = FuzzyMatcher(query).ranges(inTitle: FuzzyText(title))
        return String(
            title.enumerated().map { place, character in
                ranges.contains { $0.contains(place) } ? character : "."
            })
    }

    @Test func lettersMatchInOrderIgnoringCaseAndAccents() {
        #expect(best("rlt", "Release team", "Guide", "Tea leaves") == ["Release team"])
        #expect(best("zoe", "Zoë", "Bo") == ["Zoë"])
        #expect(best("ÅNGSTROM", "ångström") == ["ångström"])
        #expect(best("日本", "日本語", "語") == ["日本語"])
    }

    @Test func wordStartsRunsAndShortTextsScoreHigher() {
        #expect(best("rt", "Sort", "Release team").first == "Release team")
        #expect(best("tea", "Steam", "The great", "Tea").first == "Tea")
        #expect(best("bo", "Boris", "Bo", "Gabor") == ["Bo", "Boris", "Gabor"])
    }

    @Test func equalScoresKeepOrder() {
        #expect(best("a", "abc", "abd", "abe") == ["abc", "abd", "abe"])
        #expect(best("", "b", "a") == ["b", "a"])
    }

    @Test func wordsMatchInAnyOrder() {
        #expect(best("team rel", "Release team", "Team") == ["Release team"])
        #expect(best("  ", "b", "a") == ["b", "a"])
    }

    @Test func bestMatchRangesAreReturned() {
        #expect(shown("rt", "Release team") == "R.......t...")
        #expect(shown("team", "the team") == "....team")
        #expect(shown("hp", "openHelpPane") == "....H...P...")
        #expect(shown("x", "Bo") == "..")
    }

    @Test func longTextsMatchOnlyExactSubstrings() {
        var matcher = FuzzyMatcher("look")
        let title = FuzzyText("Bo")
        #expect(matcher.score(title: title, others: [FuzzyText("can you look?")]) != nil)
        #expect(matcher.score(title: title, others: [FuzzyText("a lot of ok")]) == nil)
        #expect(matcher.ranges(inOther: FuzzyText("overlook or look?")) == [12..<16])
    }

    @Test func matchingCostIsLinear() {
        func cost(_ length: Int) -> Int {
            var matcher = FuzzyMatcher("abc")
            _ = matcher.score(title: FuzzyText(String(repeating: "ab", count: length / 2) + "c", limit: 10_000))
            return matcher.comparisons
        }
        #expect(cost(2_000) <= 2 * cost(1_000))
        #expect(cost(1_000) <= 4 * 1_001)
    }

    @Test func longerQuerySearchesOnlyPreviousMatches() {
        let rows = (0..<1_000).map { row("Chat \($0)") }
        var ranking = FuzzyRanking(rows: rows)
        ranking.search("7")
        #expect(ranking.places.count == 271)
        let first = ranking.comparisons
        ranking.search("77")
        #expect(ranking.places.count == 28)
        #expect(ranking.comparisons < first / 2)
        ranking.search("7")
        #expect(ranking.places.count == 271)
    }

    @Test func randomQueriesAndTextsDoNotCrash() {
        var random = SeededGenerator(seed: 7)
        let letters = Array("aAbé 日🇩🇪-_@:.\u{301}")
        func text() -> String {
            String(
                (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in letters.randomElement(using: &random) })
        }
        for _ in 0..<2_000 {
            let query = text()
            let title = FuzzyText(text())
            var matcher = FuzzyMatcher(query)
            let ranges = matcher.ranges(inTitle: title)
            for range in ranges { #expect(range.upperBound <= 13 && !range.isEmpty) }
            if matcher.score(title: title) != nil { #expect(matcher.isEmpty == ranges.isEmpty) }
        }
    }
}
