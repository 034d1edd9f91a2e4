import Testing

@testable import Engine

/// Tests the dictionaries of this machine. They need libenchant and an English dictionary.
@Suite(.timeLimit(.minutes(5))) struct SpellingDictionaryTests {
    private static let hasEnglish = SpellingDictionaries().open("en_US") == nil

    @Test(.enabled(if: hasEnglish, "libenchant-2-2 or hunspell-en-us is not installed"))
    func spellingRecognizesKnownWordsAndSuggests() {
        let dictionaries = SpellingDictionaries()
        #expect(dictionaries.open("xx_XX, en_US") == nil)
        #expect(["receive", "don't", "Saturday"].allSatisfy(dictionaries.knows))
        #expect(["recieve", "wrod", "dont'it"].allSatisfy { !dictionaries.knows($0) })
        #expect(dictionaries.suggestions(for: "recieve").contains("receive"))
        #expect(dictionaries.suggestions(for: "recieve").count <= 5)
    }

    @Test(.enabled(if: hasEnglish, "libenchant-2-2 or hunspell-en-us is not installed"))
    func wordInOtherScriptIsNotAMisspelling() {
        let dictionaries = SpellingDictionaries()
        #expect(dictionaries.open("en_US") == nil)
        #expect(["слово", "שלום", "日本", "λόγος"].allSatisfy(dictionaries.knows))
    }

    @Test(.enabled(if: hasEnglish, "libenchant-2-2 or hunspell-en-us is not installed"))
    func missingDictionaryIsReported() {
        let dictionaries = SpellingDictionaries()
        #expect(dictionaries.open("off") == .off)
        #expect(dictionaries.open("xx_XX") == .dictionaries(["xx_XX"]))
        #expect(dictionaries.open("en_US") == nil)
    }

    @Test func localeSelectsDictionaryLanguage() {
        func chosen(_ setting: String, _ environment: [String: String] = [:]) -> [String]? {
            SpellingLanguages.chosen(by: setting) { environment[$0] }
        }
        #expect(chosen("auto", ["LANG": "de_DE.UTF-8"]) == ["de_DE"])
        #expect(chosen("auto", ["LANG": "de_DE.UTF-8", "LC_ALL": "C.UTF-8"]) == [])
        #expect(chosen("auto") == [])
        #expect(chosen("en_US, ru_RU") == ["en_US", "ru_RU"])
        #expect(chosen("off", ["LANG": "de_DE.UTF-8"]) == nil)
    }
}
