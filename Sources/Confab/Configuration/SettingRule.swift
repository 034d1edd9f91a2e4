import ViewModels

/// A row of the table of settings: the place in the file, the allowed values, and the property it sets.
struct SettingRule {
    /// The path, as in `notices.bell`.
    let path: String
    /// The allowed values, as in `true or false`.
    let expectation: String
    /// Returns the value of these settings in the syntax of the file.
    let written: (Settings) -> String
    /// Applies a value; false if the value is not allowed.
    let apply: (SettingValue, inout Settings) -> Bool

    static func flag(_ path: String, _ place: WritableKeyPath<Settings, Bool>) -> SettingRule {
        SettingRule(
            path: path, expectation: .words("configuration.true-or-false"), written: { String($0[keyPath: place]) }
        ) {
            guard case .flag(let flag) = $0 else { return false }
            $1[keyPath: place] = flag
            return true
        }
    }

    static func number(
        _ path: String, _ range: ClosedRange<Int>, orZero: Bool = false, _ place: WritableKeyPath<Settings, Int>
    ) -> SettingRule {
        let expectation: String =
            orZero
            ? .words("configuration.number-or-0", ["from": String(range.lowerBound), "to": String(range.upperBound)])
            : .words("configuration.number", ["from": String(range.lowerBound), "to": String(range.upperBound)])
        return SettingRule(path: path, expectation: expectation, written: { String($0[keyPath: place]) }) {
            guard case .number(let number) = $0, range.contains(number) || orZero && number == 0 else { return false }
            $1[keyPath: place] = number
            return true
        }
    }

    static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ path: String, _ place: WritableKeyPath<Settings, Choice>
    ) -> SettingRule {
        let choices = Choice.allCases.map { "\"\($0.rawValue)\"" }
        let expectation = String.words(
            "list.or", ["choices": choices.dropLast().joined(separator: ", "), "last": choices.last ?? ""])
        return SettingRule(path: path, expectation: expectation, written: { "\"\($0[keyPath: place].rawValue)\"" }) {
            guard case .text(let text) = $0, let choice = Choice(rawValue: text) else { return false }
            $1[keyPath: place] = choice
            return true
        }
    }

    static func theme(_ path: String, _ place: WritableKeyPath<Settings, ThemeChoice>) -> SettingRule {
        let names = ThemeName.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        return SettingRule(
            path: path, expectation: .words("configuration.theme", ["names": names]),
            written: { "\"\($0[keyPath: place].text)\"" }
        ) {
            guard case .text(let text) = $0, let theme = ThemeChoice(text) else { return false }
            $1[keyPath: place] = theme
            return true
        }
    }

    static func command(_ path: String, _ place: WritableKeyPath<Settings, [String]>) -> SettingRule {
        let expectation: String = .words("configuration.command")
        return SettingRule(path: path, expectation: expectation, written: { list($0[keyPath: place]) }) {
            guard let words = $0.words, words.first?.isEmpty != true else { return false }
            $1[keyPath: place] = words
            return true
        }
    }

    /// `auto`, `off`, or languages separated by commas, as in `en_US,de_DE`.
    static func languages(_ path: String, _ place: WritableKeyPath<Settings, String>) -> SettingRule {
        SettingRule(
            path: path, expectation: .words("configuration.languages"), written: { "\"\($0[keyPath: place])\"" }
        ) {
            guard case .text(let text) = $0,
                text.wholeMatch(of: /[A-Za-z]{2,8}([_-][A-Za-z0-9]+)*(, ?[A-Za-z]{2,8}([_-][A-Za-z0-9]+)*)*/) != nil
            else { return false }
            $1[keyPath: place] = text
            return true
        }
    }

    /// A time of the day in minutes after midnight; empty for none.
    static func time(_ path: String, _ place: WritableKeyPath<Settings, Int?>) -> SettingRule {
        let expectation: String = .words("configuration.time")
        return SettingRule(path: path, expectation: expectation, written: { clock($0[keyPath: place]) }) {
            guard case .text(let text) = $0 else { return false }
            let minutes = minutes(text)
            guard text.isEmpty || minutes != nil else { return false }
            $1[keyPath: place] = minutes
            return true
        }
    }

    static func choices<Choice: RawRepresentable<String> & CaseIterable>(
        _ path: String, _ place: WritableKeyPath<Settings, [Choice]>
    ) -> SettingRule {
        let all = Choice.allCases.map(\.rawValue)
        return SettingRule(
            path: path, expectation: .words("configuration.list-of", ["list": list(all)]),
            written: { list($0[keyPath: place].map(\.rawValue)) }
        ) {
            guard let words = $0.words else { return false }
            let chosen = words.compactMap { Choice(rawValue: $0) }
            guard chosen.count == words.count else { return false }
            $1[keyPath: place] = chosen
            return true
        }
    }

    private static func list(_ words: [String]) -> String {
        "[" + words.map { "\"\($0)\"" }.joined(separator: ", ") + "]"
    }

    private static func minutes(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ (1...2).contains($0.count) && $0.allSatisfy(\.isASCII) }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), (0...23).contains(hour), (0...59).contains(minute)
        else { return nil }
        return hour * 60 + minute
    }

    private static func clock(_ minutes: Int?) -> String {
        guard let minutes else { return "\"\"" }
        let (hour, minute) = minutes.quotientAndRemainder(dividingBy: 60)
        return "\"\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)\""
    }
}
