import Foundation
import Messenger

/// The settings file, which may be missing.
struct SettingsFile {
    private static let maximumSize = 1_000_000

    let path: String

    var name: String { (path as NSString).lastPathComponent }

    var exists: Bool { access(path, F_OK) == 0 }

    /// - Returns: `nil` if there is no file.
    func contents() -> Data? { exists ? FileManager.default.contents(atPath: path) : nil }

    /// - Parameter previous: the settings to keep if the file can't be read.
    func read(previous: Settings) -> (settings: Settings, problems: [SettingsProblem]) {
        var (settings, problems) = readItself(previous: previous)
        guard let path = themePath(of: settings) else { return (settings, problems) }
        let reading = OwnThemeReader(path: path).read(FileManager.default.contents(atPath: path))
        settings.ownTheme = reading.theme
        problems += reading.problems
        return (settings, problems)
    }

    /// Returns the path of the custom theme's file; `nil` if none is chosen.
    func themePath(of settings: Settings) -> String? {
        settings.theme.path(
            in: (path as NSString).deletingLastPathComponent,
            home: PersonalHome.path(in: ProgramEnvironment.value))
    }

    private func readItself(previous: Settings) -> (settings: Settings, problems: [SettingsProblem]) {
        guard exists else { return (Settings(), []) }
        guard let data = contents() else {
            return (previous, [SettingsProblem(file: name, flaw: .unopenable)])
        }
        guard data.count <= Self.maximumSize, let text = String(validating: data, as: UTF8.self), !text.contains("\0")
        else {
            return (previous, [SettingsProblem(file: name, flaw: .noText)])
        }
        return SettingsReader(file: name).read(text, previous: previous)
    }
}

extension SettingsFile {
    /// Uses the file of the option, which has to exist, or else the default file, which may be missing.
    init(option: String?) throws(ProgramError) {
        guard let option else {
            self.init(path: ProgramPaths().settings)
            return
        }
        let path = option.hasPrefix("/") ? option : FileManager.default.currentDirectoryPath + "/" + option
        self.init(path: path)
        guard exists else { throw .input(.noSettingsFile(option)) }
    }
}
