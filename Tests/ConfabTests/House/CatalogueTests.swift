import Foundation
import Panes
import Testing
import ViewModels

/// The catalogue of words (Resources/words.*.txt) and the sources that use it say the same.
@Suite(.timeLimit(.minutes(2))) struct CatalogueTests {
    private static let calls = Result {
        try Repository.sources.get().flatMap(WordCall.all)
    }

    /// Where all words for people are taken from the catalogue.
    private static let moved = [
        "Conversations", "Storage", "Terminal", "MatrixClient", "ViewModels", "Panes", "Messenger", "Confab",
    ]

    /// What isn't for people there: logs, and the commands' help, which is the manual's. The names of keys are typed.
    private static var others: [Regex<Substring>] {
        [
            #/\+Log\.swift$/#, #/\/(?:Key\+Name|Weekday)\.swift$/#,
            #/^Sources\/Confab\/Commands\/\w+Command\.swift$/#,
        ]
    }

    /// Texts of protocols, of programs' settings and of developers' errors.
    private static var notForPeople: [Regex<Substring>] {
        [
            #/^(?:SELECT|INSERT|UPDATE|DELETE|REPLACE|CREATE|PRAGMA|VACUUM|ORDER|WITH) /#, #/^(?:chats|messages)\./#,
            #/^(?:Bearer|Confab on|Confab:|SQLite|waiting for|confab sync answer) /#, #/^ *<[!a-z]/#,
            #/^(?:set -|term |export |defutf8 )/#, #/^no (?:outbox|list of tables|first page)$/#, #/damaged-999/#,
            #/U\+0000$/#,
        ]
    }

    /// Those whose names are made of an action's: its title, and what the footer calls it.
    private static var ofActions: Set<String> {
        Set(
            ActionID.allCases.map { "action.\($0.name)" }
                + BindingTable.all.filter { $0.footer != nil }.map { "footer.\($0.id.name)" })
    }

    /// Whether it looks like words: two in a row, one that begins a sentence or a label, or one that goes on.
    private static func isForPeople(_ text: String) -> Bool {
        text.contains(#/[A-Za-z’']{2,} [A-Za-z]|^[A-Z][a-z]+[ .:…?]|[a-z]…/#)
            && !notForPeople.contains { text.contains($0) }
    }

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
                let places = Self.places(of: entry).union(entry.forms.isEmpty ? [] : ["count"])
                #expect(places == call.places, "\(key) in \(call.path)")
            }
        }
    }

    @Test func everyActionHasItsTitleAndItsWordInTheFooter() {
        let entries = Words.english.entries
        for key in Self.ofActions { #expect(entries[key]?.text?.isEmpty == false, "\(key)") }
    }

    @Test func noTextStandsUnused() throws {
        let used = Set(try Self.calls.get().flatMap(\.keys)).union(Self.ofActions)
        let unused = Words.english.entries.keys.filter { !used.contains($0) }
        #expect(unused.isEmpty, "\(unused.sorted())")
    }

    @Test func englishHasAllFormsOfWhatItCounts() {
        for (key, entry) in Words.english.entries where !entry.forms.isEmpty {
            #expect(Set(entry.forms.keys) == [.one, .other] && entry.text == nil, "\(key)")
        }
    }

    @Test func noTextStandsTwice() {
        // A word alone may mean this here and that there, and each action has a title of its own.
        let texts = Words.english.entries.filter { key, entry in
            !Self.ofActions.contains(key) && (entry.text ?? "").split(separator: " ").count > 2
        }
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
        let files = try Self.moved.flatMap(Repository.swiftFiles(of:))
        for file in files where !Self.others.contains(where: { file.path.contains($0) }) {
            let labels = file.path.contains(#/^Sources\/(?:Panes|Messenger|ViewModels)\//#)
            // Those of the store are SQL.
            let longTexts = !file.path.hasPrefix("Sources/Storage/")
            var isInLongText = false
            for line in file.codeAndTexts where !line.text.contains(#/logger\.|precondition|assert/#) {
                if line.text.contains("\"\"\"") {
                    isInLongText.toggle()
                    continue
                }
                let texts =
                    isInLongText
                    ? (longTexts ? [line.text] : [])
                    : line.text.matches(of: #/"((?:[^"\\]|\\.)*)"/#).map { String($0.1) }
                for text in texts {
                    let isLabel = labels && text.contains(#/^[A-Z][a-z]+$/#) && text != "Confab"
                    #expect(!isLabel && !Self.isForPeople(text), "\(file.path):\(line.number) says “\(text)”")
                }
            }
        }
    }
}
