/// The chosen colors: a built-in theme, or a custom theme by the name or path of its file.
enum ThemeChoice: Hashable, Sendable {
    case named(ThemeName)
    case own(String)

    /// - Returns: `nil` if the text is neither a name nor a path.
    init?(_ text: String) {
        if let name = ThemeName(rawValue: text) {
            self = .named(name)
        } else if !text.isEmpty, text.utf8.count <= 1_000, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) {
            self = .own(text)
        } else {
            return nil
        }
    }

    /// The choice in the syntax of the settings file.
    var text: String {
        switch self {
        case .named(let name): name.rawValue
        case .own(let name): name
        }
    }

    /// Returns the path of the theme file; `nil` for a built-in theme.
    ///
    /// - Parameter directory: the directory of the settings file.
    func path(in directory: String, home: String) -> String? {
        guard case .own(let name) = self else { return nil }
        if name.hasPrefix("/") { return name }
        if name.hasPrefix("~/") { return home + name.dropFirst() }
        if name.contains("/") || name.hasSuffix(".toml") { return "\(directory)/\(name)" }
        return "\(directory)/themes/\(name).toml"
    }
}
