import Messenger
import Panes
import TestSeeds
import Testing

@testable import Confab

@Suite(.timeLimit(.minutes(5))) struct SettingsReaderTests {
    private func read(_ text: String, previous: Settings = Settings()) -> (settings: Settings, problems: [String]) {
        let reading = SettingsReader(file: "confab.toml").read(text, previous: previous)
        return (reading.settings, reading.problems.map(\.message))
    }

    @Test func emptyFileYieldsTheDefaults() {
        #expect(read("").settings == Settings())
        #expect(read("# nothing\n\n").problems == [])
    }

    @Test func settingsInTheFileApply() {
        let reading = read(
            """
            layout.list-width = 24
            [notices]
            what = "mentions"
            bell = false
            command = ["notify-send", "--", "{title}"]
            [quiet-hours]
            from = "22:30"
            to = "07:00"
            days = ["Sat", "Sun"]
            [times]
            clock = "12"
            [keys]
            new-chat = ["F4", "M-k"]
            """)
        #expect(reading.problems == [])
        #expect(reading.settings.layout.list == 24)
        #expect(reading.settings.messenger.notices.what == .mentions)
        #expect(!reading.settings.notices.bell)
        #expect(reading.settings.notices.command == ["notify-send", "--", "{title}"])
        let weekend = QuietHours(start: 22 * 60 + 30, end: 7 * 60, days: [.saturday, .sunday])
        #expect(reading.settings.messenger.notices.quietHours == weekend)
        #expect(reading.settings.messenger.times.clock == .twelve)
        #expect(reading.settings.keys == ["new-chat": ["F4", "M-k"]])
    }

    @Test func invalidValueIsReportedAndTheRestApplies() {
        let reading = read("[notices]\ntitle = false\n\nbell = \"yes\"\n")
        #expect(
            reading.problems == [
                "confab.toml:4: notices.bell is “yes”; it must be true or false; the default true is used"
            ])
        #expect(reading.settings.notices.bell)
        #expect(!reading.settings.notices.title)
    }

    @Test(arguments: [
        ("layout.list-width = 5", "a number from 12 to 60, or 0"), ("layout.list-width = \"20\"", "a number from 12"),
        ("times.clock = 12", "\"auto\", \"12\" or \"24\""), ("notices.command = \"bell\"", "a list of a program"),
        ("notices.command = [1]", "a list of a program"), ("notices.command = [\"\"]", "a list of a program"),
        ("quiet-hours.days = [\"Monday\"]", "\"Mon\", \"Tue\""), ("quiet-hours.from = \"25:00\"", "a time as"),
        ("quiet-hours.from = 22:30:00", "a time as"), ("notices = 3", "begun by a line [notices]"),
        ("keys.help = \"F1\"", "a list of keys"), ("keys = []", "begun by a line [keys]"),
    ])
    func invalidValueMessageListsValidOnes(text: String, expectation: String) {
        let reading = read("\n" + text)
        #expect(reading.settings == Settings())
        #expect(reading.problems.count == 1)
        #expect(reading.problems.allSatisfy { $0.hasPrefix("confab.toml:2: ") && $0.contains(expectation) })
    }

    @Test func unknownSettingSuggestsTheClosestName() {
        let near = read("[notices]\nbel = true\n[notice]\nx = 1\n")
        #expect(
            near.problems == [
                "confab.toml:2: there is no setting notices.bel; did you mean notices.bell?",
                "confab.toml:3: there is no setting notice; did you mean notices?",
            ])
        let far = read("colour = \"green\"\n")
        #expect(far.problems == ["confab.toml:1: there is no setting colour; confab config prints all there are"])
    }

    @Test func invalidTOMLKeepsThePreviousSettings() {
        var previous = Settings()
        previous.layout.list = 30
        let reading = read("[layout]\nlist-width = 20\nbeside-from == 3\n", previous: previous)
        #expect(reading.settings == previous)
        #expect(reading.problems.count == 1)
        #expect(reading.problems[0].hasPrefix("confab.toml:3:14: "))
        #expect(reading.problems[0].hasSuffix("those before stay in force"))
    }

    @Test(arguments: [
        ("[", "a name is expected here"), ("[keys", "“]” is expected here"), ("x 1", "“=” is expected here"),
        ("x =", "a value is expected here"), ("x = 1 2", "the end of the line is expected here"),
        ("x = [1", "“,” or “]” is expected here"), ("x = {y = 1", "“,” or “}” is expected here"),
        ("x = \"y", "this text has no closing quote"), ("x = \"\u{1B}\"", "this character is not allowed here"),
        (#"x = "\d""#, #"this isn't an escape sequence; write \\ for a backslash"#),
        ("x = dark", "this isn't a valid value; put text in quotes"),
        ("x = 9223372036854775808", "this number is out of range"),
        ("x.y = 1\nx.y = 2", "this is already set in line 1"),
        ("x = " + String(repeating: "[", count: 101), "this is too long or nested too deeply"),
    ])
    func invalidTOMLIsReportedWithAReason(text: String, reason: String) {
        let problems = read(text).problems
        #expect(problems.count == 1 && problems[0].contains("can't be read from here on (\(reason));"), "\(problems)")
    }

    @Test func unbindableKeyIsReportedWithItsLine() {
        let reading = read("[keys]\nnew-chat = [\"M-k\"]\nhelp = [\"F99x\"]\nnothing = [\"F1\"]\n")
        #expect(reading.problems.count == 2)
        #expect(reading.problems[0].hasPrefix("confab.toml:3: keys.help: "))
        #expect(reading.problems[1].hasPrefix("confab.toml:4: keys.nothing: "))
    }

    @Test func manualExamplesAreValid() throws {
        let page = try Repository.text("man/confab.toml.5")
        let example = try #require(page.firstMatch(of: #/\.Sh EXAMPLES\n\.Bd [^\n]*\n((?:.|\n)*?)\n\.Ed/#)?.1)
        #expect(read(String(example)).problems == [])
        let lines = page.matches(of: #/\.Li (\S+ = \[[^\]]+\])/#).map { "[keys]\n\($0.1)\n" }
        #expect(!lines.isEmpty)
        for line in lines { #expect(read(line).problems == [], "\(line)") }
    }

    @Test func incompleteQuietHoursAreReportedAndIgnored() {
        let reading = read("quiet-hours.from = \"22:00\"\n")
        #expect(reading.settings.messenger.notices.quietHours == nil)
        #expect(reading.problems.count == 1 && reading.problems[0].contains("quiet-hours.to"))
    }

    /// Any file content gives settings and a line for each problem.
    @Test func damagedFileReportsProblemsWithValidLines() throws {
        let file = Array(try Repository.text("Resources/confab.toml").utf8)
        let seed = Seeds.ofThisRun()
        var random = SeededGenerator(seed: seed)
        func next(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
        let signs = Array("[]{}=\"'.#\n\\, 1tA".utf8)
        for _ in 0..<500 {
            var bytes = file
            for _ in 0..<1 + next(6) {
                let place = next(bytes.count)
                switch next(3) {
                case 0: bytes[place] = signs[next(signs.count)]
                case 1: bytes.insert(signs[next(signs.count)], at: place)
                default: bytes.removeSubrange(place..<min(bytes.count, place + next(40)))
                }
            }
            let text = String(decoding: bytes, as: UTF8.self)
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count
            let reading = SettingsReader(file: "f").read(text, previous: Settings())
            for problem in reading.problems {
                #expect((1...lines + 1).contains(problem.line ?? 0), "seed \(seed): \(problem.message)")
            }
        }
    }
}
