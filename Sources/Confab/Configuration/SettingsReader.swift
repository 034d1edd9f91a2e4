import Messenger
import Panes

/// Reads settings from the text of their file. Errors are reported, and the rest applies.
struct SettingsReader {
    /// The name of the file without its directory.
    let file: String

    /// - Parameter previous: the settings to keep if the text is not TOML.
    func read(_ text: String, previous: Settings) -> (settings: Settings, problems: [InvalidSettingReason]) {
        let document: TOMLDocument
        do throws(SettingsSyntaxError) {
            document = try TOMLReader.read(text)
        } catch {
            return (
                previous,
                [InvalidSettingReason(file: file, line: error.line, column: error.column, flaw: .noTOML(error))]
            )
        }
        var reading = Reading(file: file, document: document)
        for (name, value) in document.members { reading.read(value, at: [name]) }
        reading.setQuietHours()
        reading.checkKeys()
        return (
            reading.settings, reading.problems.sorted { ($0.line ?? 0, $0.flaw.text) < ($1.line ?? 0, $1.flaw.text) }
        )
    }
}

/// The state while a text is read.
private struct Reading {
    let file: String
    let document: TOMLDocument
    var settings = Settings()
    var problems: [InvalidSettingReason] = []
    private let rules = Dictionary(SettingTable.all.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    private let tables = Set(SettingTable.all.map { $0.path.prefix { $0 != "." } }.map(String.init))

    init(file: String, document: TOMLDocument) {
        self.file = file
        self.document = document
    }

    mutating func read(_ value: SettingValue, at path: [String]) {
        let name = path.joined(separator: ".")
        if path == [SettingTable.keys] {
            readKeyTable(value)
        } else if let rule = rules[name] {
            if !rule.apply(value, &settings) { report(.wrongValue(value, of: name), path) }
        } else if path.count == 1, tables.contains(name) {
            guard case .table(let members) = value else {
                return report(.noTable(value, name), path)
            }
            for (key, member) in members { read(member, at: path + [key]) }
        } else {
            reportUnknown(name, path)
        }
    }

    /// Sets the quiet hours. If only one end is given, this reports an error and sets none.
    mutating func setQuietHours() {
        switch (settings.quietFrom, settings.quietTo) {
        case (let from?, let to?):
            settings.messenger.notices.quietHours = QuietHours(start: from, end: to, days: Set(settings.quietDays))
        case (nil, nil): break
        case (nil, _?):
            report(.quietHoursWithoutStart, ["quiet-hours", "to"])
        case (_?, nil):
            report(.quietHoursWithoutEnd, ["quiet-hours", "from"])
        }
    }

    /// Reports keys that can't be bound. Their actions keep the default keys.
    mutating func checkKeys() {
        for problem in KeyMap.with(overrides: settings.keys).problems {
            report(.key(problem), [SettingTable.keys, problem.action])
        }
    }

    private mutating func readKeyTable(_ value: SettingValue) {
        guard case .table(let members) = value else {
            return report(.noKeyTable(value), [SettingTable.keys])
        }
        for (action, value) in members {
            if let names = value.words {
                settings.keys[action] = names
            } else {
                report(.noKeyList(value, action: action), [SettingTable.keys, action])
            }
        }
    }

    private mutating func reportUnknown(_ name: String, _ path: [String]) {
        let known = Array(rules.keys) + tables + [SettingTable.keys]
        let near = known.map { ($0, Self.distance(name, $0)) }.min { ($0.1, $0.0) < ($1.1, $1.0) }
        report(.unknown(name, near: near.flatMap { $0.1 <= 3 ? $0.0 : nil }), path)
    }

    private mutating func report(_ flaw: InvalidSettingReason.Kind, _ path: [String]) {
        problems.append(InvalidSettingReason(file: file, line: document.line(of: path), flaw: flaw))
    }

    /// Returns the number of letters to add, remove or change.
    private static func distance(_ left: String, _ right: String) -> Int {
        let right = Array(right)
        var row = Array(0...right.count)
        for (index, letter) in left.prefix(80).enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in right.indices {
                let change = diagonal + (letter == right[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(change, row[column] + 1, diagonal + 1)
            }
        }
        return row[right.count]
    }
}
