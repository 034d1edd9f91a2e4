import ViewModels

/// The first place in a file that is not valid TOML.
struct SettingsSyntaxError: Error, Hashable {
    enum Flaw: Hashable {
        case noTableName
        case noListValue
        /// The message of the parser's library.
        case other(String)
    }

    /// Line and column, both from 1.
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
