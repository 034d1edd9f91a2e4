import Foundation
import MatrixAPI

/// What confab-cli(7) says is in an object that a command prints.
struct DocumentedShape {
    /// The types that a member may have, by its name.
    private let members: [String: Set<String>]

    /// - Parameter titles: of the parts of the page about the object.
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

    /// What is wrong with a line, by the page; nothing where it is as that says.
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
