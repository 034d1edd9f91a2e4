import Testing

@testable import ViewModels

@Suite(.timeLimit(.minutes(5))) struct WordsTests {
    private static let english = catalogue(
        "en",
        """
        # A remark.

        greeting = Hello {name}, from {place}
        pair = {first} = {second}
        failed = {reason}. Wait.
        lines = one\\ntwo
        none = No chats: {key.new-chat} makes one
        chats[one] = {count} chat of {name}
        chats[other] = {count} chats of {name}
        """)
    private static let russian = catalogue(
        "ru",
        """
        chats[one] = {count} чат: {name}
        chats[few] = {count} чата: {name}
        chats[many] = {count} чатов: {name}
        """)

    private static func catalogue(_ language: String, _ text: String) -> Catalogue {
        Catalogue(language: language, bytes: Array(text.utf8))
    }

    private let words = Words([english])

    @Test func parametersAreInserted() {
        #expect(words.text("greeting", ["place": "Kiel", "name": "bo"]) == "Hello bo, from Kiel")
        #expect(words.text("pair", ["first": "a", "second": "b"]) == "a = b")
        #expect(words.text("lines") == "one\ntwo")
    }

    @Test(arguments: [("It broke off", "It broke off. Wait."), ("Is it on?", "Is it on? Wait."), ("No.", "No. Wait.")])
    func insertedSentenceEndsOnce(reason: String, text: String) {
        #expect(words.text("failed", ["reason": reason]) == text)
    }

    @Test func insertedTextIsNotAPlaceholder() {
        #expect(words.text("greeting", ["name": "{place}", "place": "{name}"]) == "Hello {place}, from {name}")
        #expect(words.text("chats", ["name": "{count}"], count: 2) == "2 chats of {count}")
    }

    @Test func actionKeyIsFilledLater() {
        let text = DisplayText(joined: words.text("none"))
        #expect(text == "No chats: " + .key(.newChat) + " makes one")
        #expect(text.filled { $0.rawValue }.string == "No chats: new-chat makes one")
    }

    @Test func countSelectsPluralForm() {
        #expect(words.text("chats", ["name": "bo"], count: 1) == "1 chat of bo")
        #expect(words.text("chats", ["name": "bo"], count: 0) == "0 chats of bo")
    }

    @Test func missingTranslationFallsBackToEnglish() {
        let words = Words([Self.russian, Self.english])
        let texts = [1, 3, 5].map { words.text("chats", ["name": "bo"], count: $0) }
        #expect(texts == ["1 чат: bo", "3 чата: bo", "5 чатов: bo"])
        #expect(words.text("greeting", ["name": "bo", "place": "Kiel"]) == "Hello bo, from Kiel")
    }

    @Test func unknownKeyIsShownAsItself() {
        #expect(words.text("no.such") == "no.such")
    }

    @Test func insertedTextIsSanitized() {
        let text = DisplayText.words("list.last", ["names": "\u{1B}[31mbo\nkim", "last": "ana\u{202E}"])
        #expect(text.string == "␛[31mbo␤kim and ana\u{FFFD}")
        #expect(String.words("list.last", ["names": "bo\n", "last": "ana"]) == "bo\n and ana")
    }

    @Test func malformedAndDuplicateLinesAreCounted() {
        let text = "a = b\nno sign\na = c\nd[two] = e\n = f\ng =\nh=i\nd[one] = e\n"
        #expect(Self.catalogue("en", text).malformedLines == [2, 3, 4, 5, 6, 7])
    }

    @Test func environmentSelectsLanguages() {
        func wanted(_ environment: [String: String]) -> [String] { Words.wanted { environment[$0] } }
        #expect(wanted(["LANG": "pt_BR.UTF-8"]) == ["pt_BR", "pt"])
        #expect(wanted(["LANG": "de_DE@euro", "LC_MESSAGES": "ru"]) == ["ru"])
        #expect(wanted(["LANG": "de_DE", "LC_ALL": "C.UTF-8"]).isEmpty)
        #expect(wanted(["LANG": "de_DE", "LC_ALL": ""]) == ["de_DE", "de"])
        #expect(wanted(["LANG": "de_DE", "LANGUAGE": "ro:pt_BR"]) == ["ro", "pt_BR", "pt", "de_DE", "de"])
        #expect(wanted(["LANG": "C.UTF-8", "LANGUAGE": "ro"]).isEmpty)
        #expect(wanted([:]).isEmpty)
    }
}
