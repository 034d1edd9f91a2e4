import Testing

@testable import ViewModels

@Suite(.timeLimit(.minutes(5))) struct PluralRuleTests {
    private func forms(_ language: String, _ counts: [Int]) -> [PluralCategory] {
        let rule = PluralRule(language: language)
        return counts.map(rule.category)
    }

    @Test func englishHasSingularForm() {
        #expect(forms("en", [0, 1, 2, 11, 21]) == [.other, .one, .other, .other, .other])
    }

    @Test func russianUsesLastDigits() {
        #expect(forms("ru", [1, 21, 101]) == [.one, .one, .one])
        #expect(forms("ru", [2, 3, 4, 22, 104]) == [.few, .few, .few, .few, .few])
        #expect(forms("ru", [0, 5, 11, 12, 14, 20, 111, 112]) == Array(repeating: .many, count: 8))
    }

    @Test func chineseHasOneForm() {
        #expect(forms("zh_TW", [0, 1, 2, 5, 21]) == Array(repeating: .other, count: 5))
    }

    @Test func otherLanguagesUseTheirOwnRules() {
        let romanian: [PluralCategory] = [.one, .few, .few, .few, .other, .other, .few, .few, .other]
        #expect(forms("fr", [0, 1, 2]) == [.one, .one, .other])
        #expect(forms("pl", [1, 2, 5, 12, 21, 22]) == [.one, .few, .many, .many, .many, .few])
        #expect(forms("cs", [1, 4, 5, 22]) == [.one, .few, .other, .other])
        #expect(forms("ro", [1, 0, 2, 19, 20, 100, 101, 119, 120]) == romanian)
    }

    @Test(arguments: ["en", "fr", "ru", "pl", "cs", "ro", "zh"])
    func ruleUsesExactlyItsDeclaredCategories(language: String) {
        let rule = PluralRule(language: language)
        #expect(Set((0...300).map(rule.category)) == Set(rule.categories))
    }
}
