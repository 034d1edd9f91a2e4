import Foundation
import Panes
import Terminal
import Testing

@testable import Confab

/// Tests themes from a user's own file.
@Suite(.timeLimit(.minutes(5))) struct OwnThemeTests {
    private func read(_ text: String) -> (theme: CustomTheme?, problems: [String]) {
        let reading = CustomThemeReader(path: "/x/themes/mine.toml").read(Data(text.utf8))
        return (reading.theme, reading.problems.map(\.message))
    }

    @Test func colorNamesNumbersAndHexValuesAreAccepted() {
        let text = "code = 116\nfailure = \"red\"\nmention = \"#ff8700\"\npeople = [75, \"#87d787\"]\n"
        let (theme, problems) = read(text)
        #expect(problems.isEmpty)
        #expect(theme?.colors == [.code: 116, .failure: 1, .mention: 208])
        #expect(theme?.people == [75, 114])
    }

    @Test(arguments: [
        ("code = \"pink\"", "code is “pink”"), ("code = 256", "code is 256"), ("code = \"#12345\"", "code is “#12345”"),
        ("people = 3", "people is 3"), ("people = [\"blu\"]", "people is “blu”"), ("cod = 3", "there is no colour cod"),
        ("code = ", "it can't be read"), ("code = \"\0\"", "it is no text"),
    ])
    func invalidThemeEntryIsReportedOnOneLine(text: String, said: String) {
        let problems = read(text).problems
        #expect(problems.count == 1)
        #expect(problems.first?.hasPrefix("mine.toml") == true && problems.first?.contains(said) == true)
        #expect(problems.first?.contains("\n") == false)
    }

    @Test(arguments: [RGBColor.black, .white, RGBColor(red: 128, green: 128, blue: 128)])
    func customColorsContrastWithTheBackground(background: RGBColor) {
        for color in UInt8.min...UInt8.max {
            var theme = CustomTheme()
            for role in CustomTheme.Role.allCases { theme.colors[role] = color }
            theme.people = [color]
            let set = theme.colors(on: background, depth: .palette)
            for shown in [set.faint, set.code, set.mention, set.new, set.failure] + set.people {
                guard let shown else { continue }
                #expect(RGBColor(index: shown).contrast(with: background) >= 4.5)
            }
            #expect(Set(set.people).count == set.people.count)
        }
    }

    @Test func themePathIsRelativeToTheSettings() {
        func path(_ text: String) -> String? { ThemeChoice(text)?.path(in: "/c", home: "/h") }
        #expect(path("mine") == "/c/themes/mine.toml")
        #expect(path("other/mine.toml") == "/c/other/mine.toml")
        #expect(path("~/mine.toml") == "/h/mine.toml")
        #expect(path("/mine.toml") == "/mine.toml")
        #expect(path("dark") == nil)
    }

    @Test func missingThemeFileIsReportedAndSettingsApply() throws {
        let home = try ScratchDirectory()
        let settings = home.path + "/confab.toml"
        try Data("[terminal]\ntheme = \"mine\"\nmouse = false\n".utf8).write(to: URL(filePath: settings))
        let missing = SettingsFile(path: settings).read(previous: Settings())
        #expect(missing.settings.mouse == false)
        #expect(missing.problems.map(\.message).joined().contains("themes/mine.toml"))
        try FileManager.default.createDirectory(atPath: home.path + "/themes", withIntermediateDirectories: true)
        try Data("code = 116\n".utf8).write(to: URL(filePath: home.path + "/themes/mine.toml"))
        let found = SettingsFile(path: settings).read(previous: Settings())
        #expect(found.problems.isEmpty)
        #expect(found.settings.ownTheme?.colors == [.code: 116])
    }

    @MainActor @Test func chosenThemeAndItsChangesApplyOnceEach() throws {
        let home = try ScratchDirectory()
        let (file, theme) = (home.path + "/confab.toml", home.path + "/themes/mine.toml")
        try FileManager.default.createDirectory(atPath: home.path + "/themes", withIntermediateDirectories: true)
        try Data("code = 116\n".utf8).write(to: URL(filePath: theme))
        let live = LiveSettings(file: SettingsFile(path: file))
        defer { live.end() }
        var changes = 0
        live.onChange = { changes += 1 }
        try Data("terminal.theme = \"mine\"\n".utf8).write(to: URL(filePath: file))
        live.reload()
        live.reload()
        #expect(changes == 1)
        #expect(live.settings.ownTheme?.colors == [.code: 116])
        try Data("code = 1\n".utf8).write(to: URL(filePath: theme))
        live.reload()
        live.reload()
        #expect(changes == 2)
        #expect(live.settings.ownTheme?.colors == [.code: 1])
    }
}
