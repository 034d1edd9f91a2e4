import ViewModels

/// A value of a TOML file.
indirect enum SettingValue: Hashable {
    case flag(Bool)
    case number(Int)
    case text(String)
    case list([SettingValue])
    case table([String: SettingValue])
    /// A floating-point number, a date or a time, as it stands in the file. No setting has such a value.
    case other(String)

    /// The value in the syntax of the file, shortened.
    var shown: String {
        let text: String =
            switch self {
            case .flag(let flag): String(flag)
            case .number(let number): String(number)
            case .text(let text): "“\(text)”"
            case .list(let list): "[\(list.map(\.shown).joined(separator: ", "))]"
            case .table: .words("configuration.a-table")
            case .other(let text): text
            }
        return text.count > 40 ? text.prefix(39) + "…" : text
    }

    var words: [String]? {
        guard case .list(let list) = self else { return nil }
        var words: [String] = []
        for value in list {
            guard case .text(let word) = value else { return nil }
            words.append(word)
        }
        return words
    }
}
