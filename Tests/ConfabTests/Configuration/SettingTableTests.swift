import Foundation
import Testing

@testable import Confab

/// Tests that the table of settings, the file that `confab config` prints and confab.toml(5) agree.
@Suite(.timeLimit(.minutes(5))) struct SettingTableTests {
    private let file: String
    private let manual: String
    private let paths = Set(SettingTable.all.map(\.path))

    init() throws {
        file = try Repository.text("Resources/confab.toml")
        manual = try Repository.text("man/confab.toml.5")
    }

    @Test func defaultFileListsExactlyAllSettings() {
        var table = ""
        var lines: [String: String] = [:]
        for line in file.split(separator: "\n") {
            if line.hasPrefix("[") { table = String(line.dropFirst().dropLast()) }
            guard let match = line.firstMatch(of: #/^([a-z-]+) = (.*)$/#) else { continue }
            lines["\(table).\(match.1)"] = String(match.2)
        }
        #expect(Set(lines.keys) == paths)
        for rule in SettingTable.all { #expect(lines[rule.path] == rule.written(Settings()), "\(rule.path)") }
    }

    @Test func everySettingInTheFileHasAComment() {
        var isExplained = false
        for line in file.split(separator: "\n") {
            if line.hasPrefix("#") { isExplained = true }
            if line.hasPrefix("[") { isExplained = false }
            if line.contains(" = "), !line.hasPrefix("#") { #expect(isExplained, "\(line)") }
        }
    }

    @Test func defaultFileYieldsTheDefaults() {
        let reading = SettingsReader(file: "confab.toml").read(file, previous: Settings())
        #expect(reading.settings == Settings())
        #expect(reading.problems.isEmpty)
    }

    /// For any number in the file, the settings stay within the ranges that the program can handle.
    @Test(arguments: [
        "9223372036854775807", "-9223372036854775808", "-1", "0", "4611686018427387904", "1e308", "-0.0", "nan", "-inf",
        "9223372036854775808",
    ])
    func settingsAcceptOrReportAnyNumber(number: String) {
        for rule in SettingTable.all {
            let reading = SettingsReader(file: "f").read("\(rule.path) = \(number)", previous: Settings())
            let isTaken = rule.written(reading.settings) == number
            #expect(isTaken || rule.written(reading.settings) == rule.written(Settings()), "\(rule.path)")
            #expect(isTaken || !reading.problems.isEmpty, "\(rule.path)")
        }
    }

    @Test func manualDescribesExactlyAllSettings() {
        let items = manual.split(separator: "\n").filter { $0.hasPrefix(".It Ic ") }
        let described = items.flatMap { $0.dropFirst(7).split(separator: " , ").map(String.init) }
        #expect(described.count == paths.count)
        #expect(Set(described) == paths)
        let tables = manual.matches(of: #/\.Ss \[([a-z-]+)\]/#).map { String($0.1) }
        #expect(Set(tables) == Set(paths.map { String($0.prefix { $0 != "." }) } + [SettingTable.keys]))
    }
}
