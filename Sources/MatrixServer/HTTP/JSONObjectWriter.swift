import MatrixAPI

/// Writes the members of an object one after another. An inner object without members is left out.
final class JSONObjectWriter {
    private let text: ResponseText
    private let begin: () throws -> Void
    private(set) var count = 0

    /// Begins an object at the end of `text`: the whole response, or the value of a member whose name is written
    /// already. It must be ended by ``end()``.
    convenience init(_ text: ResponseText) { self.init(text) {} }

    private init(_ text: ResponseText, _ begin: @escaping () throws -> Void) {
        self.text = text
        self.begin = begin
    }

    func add(_ name: String, _ value: JSONText) throws {
        try add(name) { try value.write(into: $0) }
    }

    /// - Parameter write: Writes the member's value.
    func add(_ name: String, _ write: (ResponseText) throws -> Void) throws {
        try beginMember(name)
        try write(text)
    }

    func addList(_ name: String, _ fill: (JSONArrayWriter) throws -> Void) throws {
        try add(name) { try $0.appendList(fill) }
    }

    /// Adds an object, unless `fill` gives it no members.
    func addMembers(_ name: String, _ fill: (JSONObjectWriter) throws -> Void) throws {
        let members = JSONObjectWriter(text) { try self.beginMember(name) }
        try fill(members)
        if members.count > 0 { try text.append(literal: "}") }
    }

    /// Ends the object, which is written even if it has no members.
    func end() throws { try text.append(literal: count == 0 ? "{}" : "}") }

    private func beginMember(_ name: String) throws {
        if count == 0 {
            try begin()
            try text.append(literal: "{")
        } else {
            try text.append(literal: ",")
        }
        count += 1
        try text.append(.string(name))
        try text.append(literal: ":")
    }
}

/// Writes the elements of a list one after another.
final class JSONArrayWriter {
    private let text: ResponseText
    private var isEmpty = true

    fileprivate init(_ text: ResponseText) { self.text = text }

    func add(_ value: JSONValue) throws { try add { try $0.append(value) } }

    /// - Parameter write: Writes the element.
    func add(_ write: (ResponseText) throws -> Void) throws {
        if !isEmpty { try text.append(literal: ",") }
        isEmpty = false
        try write(text)
    }
}

extension ResponseText {
    /// Appends a list. `fill` adds its elements.
    func appendList(_ fill: (JSONArrayWriter) throws -> Void) throws {
        try append(literal: "[")
        try fill(JSONArrayWriter(self))
        try append(literal: "]")
    }
}
