import Foundation
import MatrixAPI

/// The members of an object that a command prints, as confab-cli(7) documents them.
struct DocumentedShape {
    /// The permitted types of each member, by its name.
    private let members: [String: Set<String>]

    /// - Parameter titles: The titles of the page's sections about the object.
    init(_ titles: String...) throws { try self.init(of: titles) }

    init(of titles: [String]) throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "man/confab-cli.7")
        let lines = try String(contentsOf: path, encoding: .utf8).split(separator: "\n")
        let parts = titles.flatMap { title in
            lines.drop { $0 != ".Ss \(title)" }.dropFirst().prefix { !$0.hasPrefix(".S") || $0.hasPrefix(".Sx") }
        }
        let items = parts.filter { $0.hasPrefix(".It Li ") }.map { $0.split(separator: " ").map(String.init) }
        members = Dictionary(uniqueKeysWithValues: items.map { ($0[2], Set($0.dropFirst(4))) })
    }

    /// Returns the differences between a line and the page. Empty if there are none.
    func complaints(about line: Substring) throws -> [String] {
        guard !members.isEmpty else { return ["the page describes nothing"] }
        guard let object = try JSONValue(parsing: Array(line.utf8)).object else { return ["no object: \(line)"] }
        let names = Set(members.keys).symmetricDifference(object.keys)
        let types = object.compactMap { name, value -> String? in
            let type = Self.type(of: value)
            return members[name]?.contains(type) == false ? "\(name) is \(type)" : nil
        }
        return names.sorted() + types.sorted()
    }

    private static func type(of value: JSONValue) -> String {
        switch value {
        case .null: "null"
        case .bool: "boolean"
        case .integer, .double: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}
