import Testing
import ViewModels

@testable import Messenger
@testable import Presentation

@Suite(.timeLimit(.minutes(5))) struct CompletionSearchTests {
    private let people = [
        CompletionSearch.Person(userID: "@kim:x", displayName: "Kim Berg", rank: .max),
        CompletionSearch.Person(userID: "@bo:x", displayName: "Bo", rank: 1),
        CompletionSearch.Person(userID: "@zoe:x", displayName: "", rank: 0),
    ]

    private func names(_ text: String) -> [String] {
        CompletionSearch(text: text).people(among: people).map {
            guard case .person(let userID, _, _) = $0 else { return "" }
            return userID
        }
    }

    @Test func recentSpeakersComeFirst() {
        #expect(names("") == ["@zoe:x", "@bo:x", "@kim:x"])
    }

    @Test func peopleAreFoundByNameAndMatrixID() {
        #expect(names("ber") == ["@kim:x"])
        #expect(names("zo") == ["@zoe:x"])
        #expect(names("b") == ["@bo:x", "@kim:x"])
        #expect(names("nobody") == [])
    }

    @Test func completionInsertsUnambiguousName() {
        let people = [
            ("@kim:x", "Kim Berg"), ("@zoe:x", ""), ("@lu:x", "Lu"), ("@lu2:x", "lu"), ("@eve:x", "E\u{202E}ve"),
        ].map { CompletionSearch.Person(userID: $0.0, displayName: $0.1, rank: 0) }
        let called = CompletionSearch(text: "").people(among: people).reduce(into: [String: String]()) {
            called, found in
            if case .person(let userID, _, let name) = found { called[userID] = name }
        }
        #expect(
            called == ["@kim:x": "Kim Berg", "@zoe:x": "zoe", "@lu:x": "lu:x", "@lu2:x": "lu2", "@eve:x": "eve"])
    }

    @Test func emojiAreFoundByName() {
        guard case .emoji("👍", _)? = CompletionSearch(text: "thumbsup").emoji().first else {
            Issue.record("no thumb")
            return
        }
        #expect(CompletionSearch(text: "tada:").emoji() == [.emoji("🎉", name: "tada")])
        #expect(CompletionSearch(text: "xyzzy").emoji() == [])
    }

    @Test func emojiTablePrimaryNamesAreUnique() {
        #expect(EmojiTable.rows.count > 400)
        #expect(Set(EmojiTable.rows.map { $0.names[0] }).count == EmojiTable.rows.count)
        for row in EmojiTable.rows { #expect(row.emoji.count == 1, "\(row.names)") }
    }

    @Test func commandsAreFoundByPrefix() {
        #expect(CompletionSearch(text: "").commands().count == SlashCommand.allCases.count)
        #expect(CompletionSearch(text: "to").commands() == [.command(.topic)])
    }

    @MainActor
    @Test func outdatedCandidatesAreDropped() {
        var model = CompletionModel()
        let (older, newer) = (CompletionQuery(kind: .emoji, text: "ta"), CompletionQuery(kind: .emoji, text: "tad"))
        model.ask(older)
        model.ask(newer)
        model.answer(older, with: [.emoji("🌮", name: "taco")])
        #expect(model.candidates.isEmpty)
        model.answer(newer, with: [.emoji("🎉", name: "tada")])
        #expect(model.candidates == [.emoji("🎉", name: "tada")])
    }

    @MainActor
    @Test func hostileNamesAreSanitizedInRows() {
        let hostile = CompletionCandidate.person(
            userID: "@bo\u{1B}[2J:x", displayName: "b\u{202E}o\u{1B}]0;t\u{7}\n", called: "bo\u{1B}[2J:x")
        let model = CompletionViewModelBuilder(
            query: CompletionQuery(kind: .person, text: ""), candidates: [hostile]
        ).build { _ in }
        for text in [model.rows[0].title.string, model.rows[0].detail.string, model.rows[0].text] {
            #expect(!text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
        }
    }
}
