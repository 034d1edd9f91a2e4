import Engine
import Foundation

/// The settings file, which may be missing.
struct SettingsFile {
    private static let maximumSize = 1_000_000

    let path: String

    var name: String { (path as NSString).lastPathComponent }

    var exists: Bool { access(path, F_OK) == 0 }

    /// Reads the file and the custom theme that it names, each once.
    ///
    /// - Parameter previous: the settings to keep if the file can't be read.
    /// - Returns: the settings, the errors in them, and the contents that they were read from.
    func read(
        previous: Settings
    ) -> (settings: Settings, problems: [InvalidSettingReason], contents: [Data?]) {
        let contents = FileManager.default.contents(atPath: path)
        var (settings, problems) = read(contents, previous: previous)
        guard let path = themePath(of: settings) else { return (settings, problems, [contents, nil]) }
        let theme = FileManager.default.contents(atPath: path)
        let reading = CustomThemeReader(path: path).read(theme)
        settings.ownTheme = reading.theme
        problems += reading.problems
        return (settings, problems, [contents, theme])
    }

    /// Returns the path of the custom theme's file; `nil` if none is chosen.
    func themePath(of settings: Settings) -> String? {
        settings.theme.path(
            in: (path as NSString).deletingLastPathComponent,
            home: PersonalHome.path(in: ProgramEnvironment.value))
    }

    private func read(
        _ contents: Data?, previous: Settings
    ) -> (settings: Settings, problems: [InvalidSettingReason]) {
        guard let data = contents else {
            return exists ? (previous, [InvalidSettingReason(file: name, flaw: .unopenable)]) : (Settings(), [])
        }
        guard data.count <= Self.maximumSize, let text = String(validating: data, as: UTF8.self), !text.contains("\0")
        else {
            return (previous, [InvalidSettingReason(file: name, flaw: .noText)])
        }
        return SettingsReader(file: name).read(text, previous: previous)
    }
}

extension SettingsFile {
    /// Uses the file of the option, which has to exist, or else the default file, which may be missing.
    init(option: String?) throws(ProgramError) {
        guard let option = option.map({ LocaleText.path($0) }) else {
            self.init(path: ProgramPaths().settings)
            return
        }
        let path = option.hasPrefix("/") ? option : FileManager.default.currentDirectoryPath + "/" + option
        self.init(path: path)
        guard exists else { throw .input(.noSettingsFile(option)) }
    }
}

/// Reads a theme from the text of its file. Errors are reported, and the rest applies.
struct CustomThemeReader {
    private static let maximumSize = 100_000

    let path: String

    private var name: String { (path as NSString).lastPathComponent }

    /// - Returns: no theme if the file is missing or can't be read.
    func read(_ contents: Data?) -> (theme: CustomTheme?, problems: [InvalidSettingReason]) {
        guard let contents else { return (nil, [problem(.noTheme(path))]) }
        guard contents.count <= Self.maximumSize, let text = String(validating: contents, as: UTF8.self),
            !text.contains("\0")
        else { return (nil, [problem(.noThemeText)]) }
        do throws(SettingsSyntaxError) {
            return read(try TOMLReader.read(text).members)
        } catch {
            return (
                nil,
                [InvalidSettingReason(file: name, line: error.line, column: error.column, flaw: .noThemeTOML(error))]
            )
        }
    }

    private func read(_ members: [String: SettingValue]) -> (CustomTheme?, [InvalidSettingReason]) {
        var theme = CustomTheme()
        var problems: [InvalidSettingReason] = []
        for (key, value) in members.sorted(by: { $0.key < $1.key }) {
            if let role = CustomTheme.Role(rawValue: key) {
                theme.colors[role] = CustomTheme.color(value)
                if theme.colors[role] == nil { problems.append(problem(.noColor(value, of: key))) }
            } else if key == CustomTheme.people {
                guard case .list(let values) = value else {
                    problems.append(problem(.noColor(value, of: key)))
                    continue
                }
                theme.people = values.compactMap(CustomTheme.color)
                problems += values.filter { CustomTheme.color($0) == nil }.map { problem(.noColor($0, of: key)) }
            } else {
                problems.append(problem(.noRole(key)))
            }
        }
        return (theme, problems)
    }

    private func problem(_ flaw: InvalidSettingReason.Kind) -> InvalidSettingReason {
        InvalidSettingReason(file: name, flaw: flaw)
    }
}
