import ViewModels

/// Where a file stops being TOML.
struct SettingsSyntaxError: Error, Hashable {
    enum Flaw: Hashable {
        case noTableName
        case noListValue
        /// As the parser's library says it.
        case other(String)
    }

    /// Both from 1.
    let line: Int
    let column: Int
    let flaw: Flaw

    var text: String {
        switch flaw {
        case .noTableName: expected(.words("configuration.name-table"))
        case .noListValue: expected(.words("configuration.value-list"))
        case .other(let text): text
        }
    }

    private func expected(_ what: String) -> String { .words("configuration.is-expected", ["expected": what]) }
}
