import Engine
import Panes
import ViewModels

/// An error in a settings file, and the way to correct it.
struct InvalidSettingReason: Hashable, Reason {
    enum Kind: Hashable {
        case unopenable
        case noText
        case noTOML(SettingsSyntaxError)
        /// The name is unknown. The second name is similar and exists.
        case unknown(String, near: String?)
        case wrongValue(SettingValue, of: String)
        case noTable(SettingValue, String)
        case noKeyTable(SettingValue)
        case noKeyList(SettingValue, action: String)
        case key(KeyMapError)
        case noTheme(String)
        case noThemeText
        case noThemeTOML(SettingsSyntaxError)
        case noColor(SettingValue, of: String)
        case noRole(String)
        case quietHoursWithoutStart
        case quietHoursWithoutEnd
    }

    /// The name of the file without its directory.
    let file: String
    /// The line, from 1; `nil` if the error concerns the whole file.
    var line: Int?
    var column: Int?
    let flaw: Kind

    /// The message, as in `confab.toml:12: notices.bell is “yes”; …`.
    var message: String {
        let place = [file] + [line, column].compactMap { $0.map(String.init) }
        return "\(place.joined(separator: ":")): \(flaw.text)"
    }
}

extension InvalidSettingReason.Kind {
    var text: String {
        switch self {
        case .unopenable: .words("configuration.it-cant-be-opened")
        case .noText: .words("configuration.is-no-text-in-utf-8")
        case .noTOML(let error): .words("configuration.unreadable-from-here", ["reason": error.text])
        case .unknown(let name, let near?): .words("configuration.no-setting", ["name": name, "near": near])
        case .unknown(let name, nil): .words("configuration.no-such-setting", ["name": name])
        case .wrongValue(let value, let name): Self.text(value, of: name)
        case .noTable(let value, let name):
            .words("configuration.must-be-table", ["name": name, "value": value.shown])
        case .noKeyTable(let value): .words("configuration.keys-must-be-table", ["value": value.shown])
        case .noKeyList(let value, let action):
            .words("configuration.key-must-be-list", ["action": action, "value": value.shown])
        case .key(let problem): "keys.\(problem.action): \(problem.message)"
        case .noTheme(let path): .words("configuration.no-theme", ["file": path])
        case .noThemeText: .words("configuration.theme-is-no-text")
        case .noThemeTOML(let error): .words("configuration.theme-unreadable", ["reason": error.text])
        case .noColor(let value, let role):
            .words("configuration.no-color", ["name": role, "value": value.shown])
        case .noRole(let name):
            .words("configuration.no-role", ["name": name, "names": CustomTheme.allNames.joined(separator: ", ")])
        case .quietHoursWithoutStart: .words("configuration.quiet-hours-from-missing")
        case .quietHoursWithoutEnd: .words("configuration.quiet-hours-to-missing")
        }
    }

    private static func text(_ value: SettingValue, of name: String) -> String {
        let rule = SettingTable.all.first { $0.path == name }
        let fallback = String.words("configuration.default-is-used", ["value": rule?.written(Settings()) ?? ""])
        return .words(
            "configuration.must-be",
            ["name": name, "value": value.shown, "expected": rule?.expectation ?? "", "fallback": fallback])
    }
}
