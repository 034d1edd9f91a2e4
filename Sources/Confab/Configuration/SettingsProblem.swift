/// What is wrong in a file of settings, and what would be right.
struct SettingsProblem: Hashable, Sendable {
    /// The last part of its path.
    let file: String
    /// From 1; `nil` where it is about the file as a whole.
    var line: Int?
    var column: Int?
    let text: String

    /// As in `confab.toml:12: notices.bell is “yes”; …`.
    var message: String {
        let place = [file] + [line, column].compactMap { $0.map(String.init) }
        return "\(place.joined(separator: ":")): \(text)"
    }
}
