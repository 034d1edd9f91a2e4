import Foundation
import Testing
import ViewModels

/// The catalogue of words (Resources/words.*.txt) and the sources that use it say the same.
@Suite struct CatalogueTests {
    private static let calls = Result {
        try Repository.sources.get().flatMap(WordCall.all)
    }

    /// Where all words for people are taken from the catalogue.
    private static let moved = ["Sources/Messenger/Connection/"]

    /// Words of logs and of protocols.
    private static let notForPeople: Set<String> = []

    private static func places(of entry: Catalogue.Entry) -> Set<String> {
        Set(entry.all.flatMap { text in text.matches(of: #/\{(\w+)\}/#).map { String($0.1) } })
    }

    @Test func everyLineOfTheCatalogueSaysSomething() {
        #expect(Words.english.malformedLines.isEmpty)
    }

    @Test func everyTextThatIsAskedForExistsWithTheSamePlaces() throws {
        let entries = Words.english.entries
        for call in try Self.calls.get() {
            for key in call.keys {
                guard let entry = entries[key] else {
                    Issue.record("\(call.path) asks for \(key), which Resources/words.en.txt has not")
                    continue
                }
                #expect(Self.places(of: entry) == call.places, "\(key) in \(call.path)")
            }
        }
    }

    @Test func noTextStandsUnused() throws {
        let used = Set(try Self.calls.get().flatMap(\.keys))
        let unused = Words.english.entries.keys.filter { !used.contains($0) }
        #expect(unused.isEmpty, "\(unused.sorted())")
    }

    @Test func englishHasAllFormsOfWhatItCounts() {
        for (key, entry) in Words.english.entries where !entry.forms.isEmpty {
            #expect(Set(entry.forms.keys) == [.one, .other] && entry.text == nil, "\(key)")
        }
    }

    @Test func noTextStandsTwice() {
        let texts = Words.english.entries.filter { $0.value.forms.isEmpty }
        for (text, same) in Dictionary(grouping: texts, by: { $0.value.text ?? "" }) where same.count > 1 {
            Issue.record("“\(text)” stands at \(same.map(\.key).sorted())")
        }
    }

    @Test func everyKeyThatATextNamesIsOfAnAction() {
        for (key, entry) in Words.english.entries {
            for name in entry.all.flatMap({ $0.matches(of: #/\{key\.([^}]*)\}/#).map { String($0.1) } }) {
                #expect(HintedAction(rawValue: name) != nil, "{key.\(name)} in \(key)")
            }
        }
    }

    @Test func aTranslationSaysWhatEnglishSays() throws {
        let english = Words.english.entries
        for file in try Repository.names(in: "Resources") where file.hasPrefix("words.") && file != "words.en.txt" {
            let language = String(file.dropFirst("words.".count).dropLast(".txt".count))
            let catalogue = Catalogue(language: language, bytes: Array(try Repository.text("Resources/\(file)").utf8))
            #expect(catalogue.malformedLines.isEmpty, "\(file)")
            for (key, entry) in catalogue.entries {
                let original = try #require(english[key], "\(file) has \(key)")
                #expect(Self.places(of: entry) == Self.places(of: original), "\(key) in \(file)")
            }
        }
    }

    @Test func noWordsForPeopleStandInTheSources() throws {
        for file in try Repository.sources.get() where Self.moved.contains(where: file.path.hasPrefix) {
            for line in file.codeAndTexts where !line.text.contains("logger.") {
                for match in line.text.matches(of: #/"((?:[^"\\]|\\.)*)"/#) {
                    let text = String(match.1)
                    guard text.contains(#/[A-Za-z’']{2,} [A-Za-z]|^[A-Z][a-z]+[ .:…?]|[a-z]…/#) else { continue }
                    #expect(Self.notForPeople.contains(text), "\(file.path):\(line.number) says “\(text)”")
                }
            }
        }
    }
}
