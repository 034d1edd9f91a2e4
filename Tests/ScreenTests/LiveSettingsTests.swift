import Foundation
import TestSupport
import TestTraits
import Testing

/// Tests that saved settings apply at once, and that errors in them are reported.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct LiveSettingsTests {
    @Test func aSavedChangeAppliesWithoutARestart() async throws {
        let ana = try PersonAtScreen("ana")
        let screen = try await ana.beginWithGuide()
        #expect(screen.screen.cell(x: 21, y: 5).text == "│")
        try ana.save(settings: "[layout]\nlist-width = 30\n")
        try await screen.waitUntil("the wall further right") { $0.cell(x: 31, y: 5).text == "│" }
        #expect(screen.screen.cell(x: 21, y: 5).text != "│")

        try ana.save(settings: "[times]\nclock = \"12\"\n")
        try await screen.waitUntil("twelve hours, and the wall back") { screen in
            screen.cell(x: 21, y: 5).text == "│" && screen.rows.contains { $0.contains(#/\d:\d\d[ap]m/#) }
        }
        try ana.save(settings: "[keys]\nhelp = [\"F12\"]\n")
        try await screen.waitFor("F12 help")
        screen.send(.function(12))
        try await screen.waitFor("Esc back")
        screen.send(.escape)
        // Some editors write a new file and rename it.
        let beside = ana.settingsPath + ".new"
        try Data("times.clock = \"24\"\n".utf8).write(to: URL(filePath: beside))
        #expect(rename(beside, ana.settingsPath) == 0)
        try await screen.waitUntil("24 hours") { screen in !screen.rows.contains { $0.contains(#/\d:\d\d[ap]m/#) } }
        #expect(screen.unknownSequences.isEmpty)
    }

    @Test func themeChangeAppliesImmediately() async throws {
        let ana = try PersonAtScreen("ana")
        let screen = try await ana.beginWithGuide()
        try await ana.settle()
        let footer = screen.screen.height - 1
        func color(_ screen: ScreenEmulator) -> Int? {
            let place = screen.rows[footer].range(of: "menu").map {
                screen.rows[footer].distance(from: screen.rows[footer].startIndex, to: $0.lowerBound)
            }
            return place.flatMap { screen.cell(x: $0, y: footer).style.foreground }
        }
        #expect(color(screen.screen) == 247)
        #expect(screen.screen.backgroundQuestions == 1)
        // The terminal's answer is not text input, and an unchanged answer has no effect.
        screen.send("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\")
        try await screen.waitUntil("colours for white") { color($0) == 240 }
        try ana.save(settings: "[terminal]\ntheme = \"dark\"\n")
        try await screen.waitUntil("colours for black") { color($0) == 247 }
        try ana.save(settings: "[terminal]\ntheme = \"none\"\n")
        try await screen.waitUntil("no colours") { screen in
            screen.rows[footer].contains("menu")
                && (0..<screen.height).allSatisfy { y in
                    (0..<screen.width).allSatisfy { screen.cell(x: $0, y: y).style.foreground == nil }
                }
        }
        #expect(!screen.text.contains("rgb"))
        #expect(screen.unknownSequences.isEmpty)
    }

    @Test func settingsErrorIsShownUntilFixed() async throws {
        let ana = try PersonAtScreen("ana")
        try ana.save(settings: "[notices]\nbell = \"yes\"\n[layout]\nlist-width = 30\n")
        let screen = try await ana.beginWithGuide(width: 100)
        try await screen.waitFor("confab.toml:2: notices.bell is “yes”; it must be true or false")
        try ana.save(settings: "[layout\n")
        try await screen.waitFor("confab.toml:1:8: ")
        try ana.save(settings: "")
        try await screen.waitUntilGone("confab.toml")
        try ana.save(settings: "x = 1\n")
        try await screen.waitFor("there is no setting x")
        screen.send(.escape)
        try await screen.waitUntilGone("there is no setting x")
        #expect(screen.unknownSequences.isEmpty)
    }

    @Test func printedConfigIsValid() async throws {
        let ana = try PersonAtScreen("ana")
        let printed = try await ana.run(["config"])
        #expect(printed.exit == .status(0))
        #expect(printed.errors.isEmpty)
        #expect(printed.output.hasPrefix("# Confab would read \(ana.settingsPath)\n"))
        #expect(printed.output.contains("# new-chat = [\"F4\"]\n"))
        try ana.save(settings: printed.output)
        let again = try await ana.run(["config"])
        #expect(again.exit == .status(0))
        #expect(again.output.hasPrefix("# Confab reads \(ana.settingsPath)\n"))
        #expect(again.output.split(separator: "\n").dropFirst() == printed.output.split(separator: "\n").dropFirst())
        // Each key in the table can be set to its default.
        let keys = printed.output.replacing(#/\n# (?=[a-z-]+ = \[)/#, with: "\n")
        #expect(keys != printed.output)
        try ana.save(settings: keys)
        let withKeys = try await ana.run(["config"])
        #expect(withKeys.errors.isEmpty)
    }

    @Test func copiedTextReachesTheConfiguredProgram() async throws {
        let ana = try PersonAtScreen("ana")
        try ana.save(settings: "programs.copy = [\"sh\", \"-c\", \"cat > \\\"$HOME/copied\\\"\"]\n")
        let screen = try await ana.beginWithGuide()
        screen.send(.up)
        screen.send(.meta("w"))
        let path = ana.home.path + "/copied"
        try await screen.waitUntil("what was copied in a file") { _ in
            FileManager.default.contents(atPath: path)?.isEmpty == false
        }
    }

    @Test func configReportsInvalidSettings() async throws {
        let ana = try PersonAtScreen("ana")
        let path = ana.home.path + "/mine.toml"
        try Data("[notices]\nbell = 1\nbel = 1\n".utf8).write(to: URL(filePath: path))
        let result = try await ana.run(["config", "--config", path])
        #expect(result.exit == .status(1))
        let lines = result.errors.split(separator: "\n")
        try #require(lines.count == 2)
        #expect(lines[0].hasPrefix("confab: mine.toml:2: notices.bell is 1; it must be true or false"))
        #expect(lines[1].hasPrefix("confab: mine.toml:3: there is no setting notices.bel"))
        let missing = try await ana.run(["--config", ana.home.path + "/none.toml"])
        #expect(missing.exit == .status(2))
        #expect(missing.errors.contains("There is no file"))
    }
}
