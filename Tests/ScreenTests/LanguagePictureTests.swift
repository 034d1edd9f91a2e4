import Foundation
import TestSupport
import TestTraits
import Testing

/// Tests that the program uses the language of the locale, from the first question on.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct LanguagePictureTests {
    /// The locales of the languages, with their countries.
    private static let locales = ["de": "de_DE", "id": "id_ID", "ro": "ro_RO", "ru": "ru_RU"]

    @Test(arguments: locales.keys.sorted())
    func localizedScreensMatchSnapshots(language: String) async throws {
        let words = try Texts(language)
        let ana = try PersonAtScreen("ana")
        let locale = (Self.locales[language] ?? language) + ".UTF-8"
        let screen = try ana.open(environment: ["LC_ALL": "", "LANG": locale])
        try await screen.waitFor(words["first-run.your-name"])
        screen.send(.control("u"))
        screen.send("ana")
        try await screen.waitFor("@ana:localhost")
        try await expectPictures("first-run", language, on: screen)
        screen.send(.enter)
        try await screen.waitFor(Texts.guideBeginsToAsk[language] ?? "")
        screen.send(.meta(">"))
        try await expectPictures("first-conversation", language, on: screen)
        screen.send(.function(1))
        try await expectPictures("help", language, on: screen)
        screen.send(.escape)
        try await screen.waitForPicture("first-conversation-\(language)")
        screen.send(.control("o"))
        try await expectPictures("menu", language, on: screen)
        #expect(screen.unknownSequences.isEmpty)
    }

    private func expectPictures(_ name: String, _ language: String, on screen: ScreenDriver) async throws {
        for (width, height) in [(120, 40), (40, 10), (80, 24)] {
            screen.resizeDuringScroll(width: width, height: height)
            try await screen.waitForPicture("\(name)-\(language)")
        }
    }
}

/// The texts of a language without plural forms, as in its file.
private struct Texts {
    /// The beginning of the guide's last line before it waits for an answer.
    static let guideBeginsToAsk = ["de": "Probier es aus", "id": "Cobalah", "ro": "Încearcă", "ru": "Попробуйте"]

    private let texts: [String: String]

    init(_ language: String) throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Resources/words.\(language).txt")
        let lines = try String(contentsOf: path, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
        let pairs = lines.compactMap { line in
            line.firstRange(of: " = ").map { (line[..<$0.lowerBound], line[$0.upperBound...]) }
        }
        texts = Dictionary(pairs.map { (String($0), String($1)) }) { first, _ in first }
    }

    /// A missing text never matches the screen.
    subscript(key: String) -> String { texts[key] ?? "no text \(key)" }
}
