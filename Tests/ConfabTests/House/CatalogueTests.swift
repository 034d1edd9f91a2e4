import Foundation
import Panes
import Testing
import ViewModels

/// Tests that the catalogue of texts (Resources/words.*.txt) and the sources that use it agree.
@Suite(.timeLimit(.minutes(5))) struct CatalogueTests {
    private static let calls = Result {
        try Repository.sources.get().flatMap(WordCall.all)
    }

    /// The targets that take all user-visible texts from the catalogue.
    private static let moved = [
        "Conversations", "Storage", "Terminal", "MatrixClient", "ViewModels", "Panes", "Linear", "Engine",
        "Messenger", "Presentation", "Confab",
    ]

    /// The files without user-visible texts in these targets: logs, and the help of the commands, which comes from
    /// the manual. The names of keys are typed.
    nonisolated(unsafe) private static let others: [Regex<Substring>] = [
        #/\+Log\.swift$/#, #/\/(?:Key\+Name|Weekday)\.swift$/#,
        #/^Sources\/Confab\/Commands\/\w+Command\.swift$/#,
    ]

    /// Texts of protocols, of other programs' settings and of developers' errors.
    nonisolated(unsafe) private static let notForPeople: [Regex<Substring>] = [
        #/^(?:SELECT|INSERT|UPDATE|DELETE|REPLACE|CREATE|PRAGMA|VACUUM|ORDER|WITH) /#, #/^(?:chats|messages)\./#,
        #/^(?:Bearer|Confab on|Confab:|SQLite|waiting for|confab sync answer) /#, #/^ *<[!a-z]/#,
        #/^(?:set -|term |export |defutf8 )/#, #/^no (?:outbox|list of tables|first page)$/#, #/damaged-999/#,
        #/U\+0000$/#,
    ]

    /// The catalogue keys that are derived from an action's name: its title and its label in the footer.
    private static var ofActions: Set<String> {
        Set(
            ActionID.allCases.map { "action.\($0.name)" }
                + BindingTable.all.filter { $0.footer != nil }.map { "footer.\($0.id.name)" })
    }

    /// Whether the text looks like prose: two words in a row, the beginning of a sentence or label, or an ellipsis.
    private static func isForPeople(_ text: String) -> Bool {
        text.contains(#/[A-Za-z’']{2,} [A-Za-z]|^[A-Z][a-z]+[ .:…?]|[a-z]…/#)
            && !notForPeople.contains { text.contains($0) }
    }

    private static func places(of entry: Catalogue.Entry) -> Set<String> {
        Set(entry.all.flatMap { text in text.matches(of: #/\{(\w+)\}/#).map { String($0.1) } })
    }

    @Test func catalogHasNoMalformedLines() {
        #expect(Words.english.malformedLines.isEmpty)
    }

    @Test func usedTextsExistWithTheSamePlaceholders() throws {
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

    @Test func everyActionHasATitleAndAFooterLabel() {
        let entries = Words.english.entries
        for key in Self.ofActions { #expect(entries[key]?.text?.isEmpty == false, "\(key)") }
    }

    @Test func everyTextIsUsed() throws {
        let used = Set(try Self.calls.get().flatMap(\.keys)).union(Self.ofActions)
        let unused = Words.english.entries.keys.filter { !used.contains($0) }
        #expect(unused.isEmpty, "\(unused.sorted())")
    }

    @Test func englishPluralsHaveAllForms() {
        for (key, entry) in Words.english.entries where !entry.forms.isEmpty {
            #expect(Set(entry.forms.keys) == [.one, .other] && entry.text == nil, "\(key)")
        }
    }

    @Test func longTextsAreUnique() {
        // A single word may have several meanings, and each action has its own title.
        let texts = Words.english.entries.filter { key, entry in
            !Self.ofActions.contains(key) && (entry.text ?? "").split(separator: " ").count > 2
        }
        for (text, same) in Dictionary(grouping: texts, by: { $0.value.text ?? "" }) where same.count > 1 {
            Issue.record("“\(text)” stands at \(same.map(\.key).sorted())")
        }
    }

    @Test func keyPlaceholdersNameActions() {
        for (key, entry) in Words.english.entries {
            for name in entry.all.flatMap({ $0.matches(of: #/\{key\.([^}]*)\}/#).map { String($0.1) } }) {
                #expect(HintedAction(rawValue: name) != nil, "{key.\(name)} in \(key)")
            }
        }
    }

    private static func translation(_ language: String) throws -> Catalogue {
        let text = try Repository.text("Resources/words.\(language).txt")
        return Catalogue(language: language, bytes: Array(text.utf8))
    }

    @Test func wordFilesMatchTheLanguages() throws {
        let files = try Repository.names(in: "Resources").filter { $0.hasPrefix("words.") }
        #expect(files.sorted() == Words.languages.map { "words.\($0).txt" }.sorted())
    }

    /// A translation has every text, with the same placeholders, in each plural form of its language.
    @Test(arguments: Words.languages)
    func translationHasEveryTextAndPlaceholder(language: String) throws {
        let (english, catalogue) = (Words.english.entries, try Self.translation(language))
        #expect(catalogue.malformedLines.isEmpty)
        let entries = catalogue.entries
        #expect(Set(entries.keys).symmetricDifference(english.keys).sorted() == [])
        let needed = Set(catalogue.rule.categories)
        for (key, entry) in entries {
            guard let original = english[key] else { continue }
            let counts: Set<String> = original.forms.isEmpty ? [] : ["count"]
            #expect(Self.places(of: entry).union(counts) == Self.places(of: original).union(counts), "\(key)")
            #expect(Self.keys(in: entry) == Self.keys(in: original), "\(key)")
            if !original.forms.isEmpty || !entry.forms.isEmpty {
                #expect(entry.text == nil && needed.isSubset(of: entry.forms.keys), "\(key)")
            }
        }
    }

    /// Names and typed words that are equal in every language.
    private static let sameEverywhere: Set<String> = [
        "Matrix", "ID", "Confab", "Enter", "Esc", "Tab", "Shift", "Thread", "thread",
    ]

    @Test(arguments: Words.languages.dropFirst())
    func everyTextIsTranslated(language: String) throws {
        let english = Words.english.entries
        for (key, entry) in try Self.translation(language).entries {
            for text in entry.all where english[key]?.all.contains(text) == true {
                let words = text.replacing(#/\{[^}]*\}/#, with: " ").matches(of: #/\p{L}{2,}/#).map { String($0.0) }
                let own = words.filter { !Self.sameEverywhere.contains($0) }
                #expect(own.count < 2 || Self.mayStayEnglish.contains(key), "\(key): “\(text)”")
            }
        }
    }

    /// Typed words and names.
    private static let mayStayEnglish: Set<String> = [
        "registration.single-sign-on", "search.after", "search.before", "search.from", "search.has", "search.in",
    ]

    private static func keys(in entry: Catalogue.Entry) -> Set<String> {
        Set(entry.all.flatMap { $0.matches(of: #/\{key\.([^}]*)\}/#).map { String($0.1) } })
    }

    @Test func sourcesContainNoUserFacingText() throws {
        let files = try Self.moved.flatMap(Repository.swiftFiles(of:))
        for file in files where !Self.others.contains(where: { file.path.contains($0) }) {
            let labels = file.path.contains(#/^Sources\/(?:Panes|Linear|Engine|Messenger|Presentation|ViewModels)\//#)
            // The long texts of the stores are SQL.
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
