/// The values of a TOML text, with the lines of their keys.
struct TOMLDocument {
    let root: TOMLNode

    var members: [String: SettingValue] { root.members.mapValues(\.value) }

    /// Returns the line of a key, or of the nearest table around it.
    ///
    /// - Parameter path: its parts, as in `["notices", "bell"]`.
    func line(of path: [String]) -> Int? {
        var node = root
        var line: Int?
        for name in path {
            guard let member = node.member(name) else { break }
            line = member.line
            node = member
        }
        return line
    }
}

/// A value or table of a TOML text.
///
/// It is a class so that a long list of tables grows in place.
final class TOMLNode {
    enum Kind: Hashable {
        /// A value that nothing can extend. A list between brackets is one.
        case value(SettingValue)
        /// A table between braces. Nothing can extend it afterwards.
        case inline
        /// A table with a header, as in `[a]`.
        case header
        /// A table that only occurs in the path of headers, as `a` in `[a.b]`. Its own header may follow.
        case path
        /// A table that a dotted key made. Only dotted keys below the same header can extend it.
        case dotted(section: Int)
        /// A list of tables with headers, as in `[[a]]`.
        case tables
    }

    /// The number of tables and lists around the members.
    let depth: Int
    var kind: Kind
    /// The line of the key, or of the first path that names the table.
    var line: Int
    var members: [String: TOMLNode] = [:]
    /// The tables of a list of tables.
    var tables: [TOMLNode] = []

    init(_ kind: Kind, depth: Int, line: Int) {
        self.kind = kind
        self.depth = depth
        self.line = line
    }

    var value: SettingValue {
        switch kind {
        case .value(let value): value
        case .tables: .list(tables.map(\.value))
        case .inline, .header, .path, .dotted: .table(members.mapValues(\.value))
        }
    }

    /// Returns the member of a table, or the first such member in a list of tables.
    func member(_ name: String) -> TOMLNode? {
        members[name] ?? tables.lazy.compactMap { $0.members[name] }.first
    }
}
