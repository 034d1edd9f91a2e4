/// Where a file stops being TOML.
struct SettingsSyntaxError: Error, Hashable {
    /// Both from 1.
    let line: Int
    let column: Int
    let reason: String
}
