import Foundation
import TestSupport
import TestTraits
import Testing

/// Tests terminals with fewer capabilities, and terminals that can't show a screen at all.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct TerminalKindTests {
    @Test func asciiLocaleReceivesOnlyASCII() async throws {
        let ana = try PersonAtScreen("ana")
        let screen = try await ana.beginWithGuide(environment: ["LC_ALL": "C"])
        try await ana.settle()
        screen.send("hello from ana")
        screen.send(.enter)
        try await screen.waitFor("hello from ana", endingIn: "read")
        try await screen.waitFor("F1 shows all keys")
        try await screen.waitFor("write a message")
        screen.send(.control("c"), .control("c"))
        #expect(try await screen.waitForExit() == .status(0))
        #expect(screen.output.allSatisfy { $0 < 0x80 })
        screen.expectLeftAsFound()
    }

    @Test func asciiLocaleTransliteratesLetters() async throws {
        let ana = try PersonAtScreen("ana")
        let screen = try await ana.beginWithGuide(environment: ["LC_ALL": "C"])
        try await ana.settle()
        screen.send("Щука, Grüße, Ελλάδα")
        try await screen.waitFor("|Shchuka, Grusse, Ellada")
        screen.send(.control("c"), .control("c"))
        #expect(try await screen.waitForExit() == .status(0))
        #expect(screen.output.allSatisfy { $0 < 0x80 })
    }

    /// A value that ssh forwards from macOS. No system here has a locale of that name.
    @Test func localeNamedOnlyUTF8IsAccepted() async throws {
        let ana = try PersonAtScreen("ana")
        let screen = try await ana.beginWithGuide(
            environment: ["LC_ALL": "", "LANG": "en_US.UTF-8", "LC_CTYPE": "UTF-8"])
        try await ana.settle()
        screen.send("Grüße, мир, 日本")
        try await screen.waitFor("▏Grüße, мир, 日本")
    }

    @Test func legacyCharsetTerminalIsReadAndWrittenInIt() async throws {
        let ana = try PersonAtScreen("ana")
        let screen = try await ana.beginWithGuide(
            environment: ["LC_ALL": "", "LC_CTYPE": "", "LANG": "en_US.KOI8-R"])
        try await ana.settle()
        // A Russian word in KOI8-R, which the emulator can't decode.
        let word: [UInt8] = [0xCD, 0xC9, 0xD2]
        screen.send(bytes: word)
        try await screen.waitUntil("the word in KOI8-R") { _ in
            screen.output.indices.contains { screen.output[$0...].starts(with: word) }
        }
        screen.send(.control("c"), .control("c"))
        #expect(try await screen.waitForExit() == .status(0))
        let second = try ana.open()
        try await second.waitFor("▏мир")
    }

    @Test(arguments: ["xterm-256color", "xterm"]) func noColorVariableDisablesColors(type: String) async throws {
        let ana = try PersonAtScreen("ana")
        let screen = try await ana.beginWithGuide(environment: ["NO_COLOR": "1", "TERM": type])
        try await ana.settle()
        screen.send(.control("c"), .control("c"))
        #expect(try await screen.waitForExit() == .status(0))
        // 39 and 49 are no colors: they reset a terminal that was left with colors.
        let colours = Set(30...48).union(90...107).subtracting([39])
        #expect(colours.isDisjoint(with: Self.renditions(in: screen.output)))
        screen.expectLeftAsFound()
    }

    @Test func colorsAreUsedByDefault() async throws {
        let ana = try PersonAtScreen("ana")
        let screen = try await ana.beginWithGuide()
        #expect(Self.renditions(in: screen.output).contains(38))
    }

    @Test(arguments: ["vt100", "vt220", "linux", "screen", "tmux-256color", "rxvt-unicode"])
    func olderTerminalTypesShowTheConversation(type: String) async throws {
        let ana = try PersonAtScreen("ana")
        let screen = try await ana.beginWithGuide(environment: ["TERM": type])
        // Without bracketed paste, a line that arrives in one piece with its line end might be a paste.
        screen.send("hello from ana")
        try await screen.waitFor("hello from ana")
        screen.send(.enter)
        try await screen.waitFor("hello from ana", endingIn: "read")
        screen.send(.control("c"), .control("c"))
        #expect(try await screen.waitForExit() == .status(0))
        #expect(screen.isTerminalSane && screen.isCursorVisible && !screen.screen.isAlternateScreen)
    }

    @Test(arguments: [
        ("env TERM=dumb", "can't place its cursor"), ("env TERM=nonsense", "is unknown here"),
        ("env -u TERM", "TERM is not set"), ("env TERM=", "TERM is not set"),
    ])
    func unsupportedTerminalIsReportedInOneLine(setting: String, reason: String) async throws {
        let ana = try PersonAtScreen("ana")
        let errors = ana.home.path + "/errors"
        let screen = try ScreenDriver(
            "/bin/sh",
            arguments: ["-c", "\(setting) \"$0\" 2>\"$1\"; echo left with $?", ProgramLocation.confab, errors],
            environment: ana.home.environment, width: 200)
        try await screen.waitFor("left with 1")
        #expect(try await screen.waitForExit() == .status(0))
        #expect(screen.text.split(separator: "\n") == ["left with 1"])
        #expect(screen.output.count == "left with 1\r\n".utf8.count)
        let said = try String(contentsOfFile: errors, encoding: .utf8)
        #expect(said.hasPrefix("confab: ") && said.contains(reason) && said.hasSuffix("\n"))
        #expect(said.split(separator: "\n").count == 1)
        screen.expectLeftAsFound()
    }

    @Test func missingTerminalIsReportedInOneLine() async throws {
        let ana = try PersonAtScreen("ana")
        let result = try await ana.run()
        #expect(result.exit == .status(1))
        #expect(result.output.isEmpty)
        #expect(result.errors.hasPrefix("confab: Confab needs a terminal"))
        #expect(result.errors.split(separator: "\n").count == 1)
    }

    /// Returns the parameters of all `CSI … m`.
    private static func renditions(in output: [UInt8]) -> [Int] {
        let text = String(decoding: output, as: UTF8.self)
        return text.matches(of: /\u{1B}\[([0-9;]*)m/).flatMap { match in
            match.1.split(separator: ";").compactMap { Int($0) }
        }
    }
}
