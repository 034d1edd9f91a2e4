import Foundation
import MatrixAPI
import TestSupport
import TestTraits
import Testing

/// Tests `confab --linear` and the commands in a locale that is not UTF-8.
@Suite(.serialized, .timeLimit(.minutes(5)), .sandboxed) struct LocaleCharsetTests {
    /// No such locale has to be installed.
    private static let russian = ["LC_ALL": "", "LC_CTYPE": "", "LANG": "ru_RU.KOI8-R"]

    @Test func linesAreReadAndPrintedInTheCharset() async throws {
        let meeting = try await Meeting.inAGroup("Garden")
        let (ana, bo) = (meeting.ana, meeting.bo)
        try await bo.closeScreen()
        // The screen may have closed before the server reported the membership.
        _ = try await bo.run(["read", "Garden", "--sync"])
        let screen = try bo.open(["--linear"], environment: Self.russian, width: 200)
        screen.send("/open Garden\r")
        try await expect("Чат: Garden", on: screen)
        // The word мир.
        screen.send(bytes: [0xCD, 0xC9, 0xD2, 0x0D])
        try await ana.screen.waitFor("мир")
        #expect(try await ana.run(["send", "Garden", "Größe, привет €"]).exit == .status(0))
        try await expect("Grosse, привет EUR", on: screen)
        screen.send("/quit\r")
        #expect(try await screen.waitForExit() == .status(0))
        #expect(KOI8.decode(screen.output).contains("Confab заверш"))
    }

    @Test func commandsReadTheirTextInTheCharset() async throws {
        let meeting = try await Meeting.inAGroup("Garden")
        let bo = meeting.bo
        try await bo.closeScreen()
        // The word мир, as an argument and on standard input.
        for script in [
            #"exec "$0" send Garden "$(printf 'a\315\311\322')""#, #"printf 'b\315\311\322' | "$0" send Garden"#,
        ] {
            let sent = try await run(script, by: bo, Self.russian)
            #expect(sent.exit == .status(0) && sent.errors.isEmpty, "\(sent)")
        }
        try await meeting.ana.screen.waitFor("aмир")
        try await meeting.ana.screen.waitFor("bмир")
        // A file is named in UTF-8 all the same.
        let path = bo.home.path + "/Grüße.txt"
        try Data("seeds".utf8).write(to: URL(filePath: path))
        let file = try await bo.run(["send", "Garden", "--file", path], environment: Self.russian)
        #expect(file.exit == .status(0), "\(file)")
        try await meeting.ana.screen.waitFor("Grüße.txt")
        let wrong = try await run(
            #"printf '\377' | "$0" send Garden"#, by: bo, ["LC_ALL": "", "LC_CTYPE": "", "LANG": "ja_JP.EUC-JP"])
        #expect(wrong.exit == .status(2) && wrong.errors.contains("The text is not in UTF-8"), "\(wrong)")
    }

    @Test func commandsPrintTextInTheCharsetAndObjectsInUTF8() async throws {
        let meeting = try await Meeting.inAGroup("Garden")
        let bo = meeting.bo
        try await bo.closeScreen()
        #expect(try await meeting.ana.run(["send", "Garden", "Größe, привет €"]).exit == .status(0))
        let reading = try bo.command(["read", "--sync", "Garden"], environment: Self.russian)
        #expect(try await reading.waitForExit().exit == .status(0), "\(reading.errors)")
        #expect(KOI8.decode(reading.outputBytes).hasSuffix(" ana: Grosse, привет EUR\n"))

        // A pipe without a charset loses nothing.
        let plain = try await bo.run(["read", "Garden"], environment: ["LC_ALL": "C"])
        #expect(plain.output.hasSuffix(" ana: Größe, привет €\n"), "\(plain)")
        let object = try await bo.run(["read", "Garden", "--json", "--limit", "1"], environment: Self.russian)
        let message = try JSONValue(parsing: Array(object.output.utf8))
        #expect(message["text"] == "Größe, привет €")
        let exported = try await bo.run(["export", "Garden", "--format", "text"], environment: Self.russian)
        #expect(exported.output.contains("Größe, привет €"), "\(exported)")

        let unknown = try await bo.run(["send", "Gordon", "hi"], environment: ["LC_ALL": "ru_RU.US-ASCII"])
        #expect(unknown.exit == .status(1) && unknown.errors.contains("Gordon"), "\(unknown)")
        #expect(unknown.errors.utf8.allSatisfy { $0 < 0x80 } && !unknown.errors.contains("?"), "\(unknown)")
    }

    /// The profile would stand in another directory than the one that is named.
    @Test func homeWithBytesThatAreNoUTF8IsRefused() async throws {
        let ana = try PersonAtScreen("ana")
        let changes = ["XDG_DATA_HOME": "", "XDG_STATE_HOME": ""]
        let script = #"HOME=$HOME/$(printf 'a\377'); mkdir "$HOME"; export HOME; exec "$0" serve --listen 127.0.0.1:0"#
        let refused = try await run(script, by: ana, changes)
        #expect(refused.exit == .status(1), "\(refused)")
        #expect(refused.errors.contains("it has bytes that are not UTF-8"), "\(refused)")
        #expect(!FileManager.default.fileExists(atPath: ana.home.path + "/a\u{FFFD}"))
    }

    /// Waits until a text was written in KOI8-R, which the emulator can't decode.
    private func expect(_ text: String, on screen: ScreenDriver) async throws {
        try await screen.waitUntil("“\(text)” in KOI8-R") { _ in KOI8.decode(screen.output).contains(text) }
    }

    /// Runs a script of the shell, which can write bytes that are no UTF-8.
    private func run(
        _ script: String, by person: PersonAtScreen, _ changes: [String: String]
    ) async throws -> CommandResult {
        let environment = person.home.environment.merging(changes) { $1 }.filter { !$0.value.isEmpty }
        return try await CommandProcess(
            "/bin/sh", arguments: ["-c", script, ProgramLocation.confab], environment: environment
        ).waitForExit()
    }
}

/// The Russian letters of KOI8-R without ё (RFC 1489).
private enum KOI8 {
    private static let letters = Array("юабцдефгхийклмнопярстужвьызшэщчъЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ")

    static func decode(_ bytes: [UInt8]) -> String {
        var text = ""
        for byte in bytes {
            switch byte {
            case ..<0x80: text.unicodeScalars.append(Unicode.Scalar(byte))
            case 0xC0...: text.append(letters[Int(byte) - 0xC0])
            default: text += "\u{FFFD}"
            }
        }
        return text
    }
}
