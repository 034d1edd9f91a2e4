/// The colours that a person chose: those of Confab's, or their own by the name or the path of a file.
enum ThemeChoice: Hashable, Sendable {
    case named(ThemeName)
    case own(String)

    /// - Returns: `nil` for what is neither a name nor a path.
    init?(_ text: String) {
        if let name = ThemeName(rawValue: text) {
            self = .named(name)
        } else if !text.isEmpty, text.utf8.count <= 1_000, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) {
            self = .own(text)
        } else {
            return nil
        }
    }

    /// As it is written in the file of settings.
    var text: String {
        switch self {
        case .named(let name): name.rawValue
        case .own(let name): name
        }
    }

    /// Where its file is, `nil` where it has none.
    ///
    /// - Parameter directory: that of the file of settings.
    func path(in directory: String, home: String) -> String? {
        guard case .own(let name) = self else { return nil }
        if name.hasPrefix("/") { return name }
        if name.hasPrefix("~/") { return home + name.dropFirst() }
        if name.contains("/") || name.hasSuffix(".toml") { return "\(directory)/\(name)" }
        return "\(directory)/themes/\(name).toml"
    }
}
