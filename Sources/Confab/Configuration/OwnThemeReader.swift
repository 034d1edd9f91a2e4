import Foundation

/// Reads a theme from the text of its file. Errors are reported, and the rest applies.
struct OwnThemeReader {
    private static let maximumSize = 100_000

    let path: String

    private var name: String { (path as NSString).lastPathComponent }

    /// - Returns: no theme if the file is missing or can't be read.
    func read(_ contents: Data?) -> (theme: OwnTheme?, problems: [SettingsProblem]) {
        guard let contents else { return (nil, [problem(.noTheme(path))]) }
        guard contents.count <= Self.maximumSize, let text = String(validating: contents, as: UTF8.self),
            !text.contains("\0")
        else { return (nil, [problem(.noThemeText)]) }
        do throws(SettingsSyntaxError) {
            return read(try SettingValue.table(parsing: text))
        } catch {
            return (
                nil, [SettingsProblem(file: name, line: error.line, column: error.column, flaw: .noThemeTOML(error))]
            )
        }
    }

    private func read(_ members: [String: SettingValue]) -> (OwnTheme?, [SettingsProblem]) {
        var theme = OwnTheme()
        var problems: [SettingsProblem] = []
        for (key, value) in members.sorted(by: { $0.key < $1.key }) {
            if let role = OwnTheme.Role(rawValue: key) {
                theme.colors[role] = OwnTheme.color(value)
                if theme.colors[role] == nil { problems.append(problem(.noColor(value, of: key))) }
            } else if key == OwnTheme.people {
                guard case .list(let values) = value else {
                    problems.append(problem(.noColor(value, of: key)))
                    continue
                }
                theme.people = values.compactMap(OwnTheme.color)
                problems += values.filter { OwnTheme.color($0) == nil }.map { problem(.noColor($0, of: key)) }
            } else {
                problems.append(problem(.noRole(key)))
            }
        }
        return (theme, problems)
    }

    private func problem(_ flaw: SettingsProblem.Flaw) -> SettingsProblem {
        SettingsProblem(file: name, flaw: flaw)
    }
}
