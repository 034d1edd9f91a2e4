import MatrixAPI

/// Writes the elements of a list one after another.
final class JSONElements {
    private let text: AnswerText
    private var isEmpty = true

    fileprivate init(_ text: AnswerText) { self.text = text }

    func add(_ value: JSONValue) throws { try add { try $0.append(value) } }

    /// - Parameter write: Writes the element.
    func add(_ write: (AnswerText) throws -> Void) throws {
        if !isEmpty { try text.append(literal: ",") }
        isEmpty = false
        try write(text)
    }
}

extension AnswerText {
    /// Appends a list, whose elements `fill` adds.
    func appendList(_ fill: (JSONElements) throws -> Void) throws {
        try append(literal: "[")
        try fill(JSONElements(self))
        try append(literal: "]")
    }
}
