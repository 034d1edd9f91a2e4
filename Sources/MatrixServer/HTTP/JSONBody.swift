import MatrixAPI

/// What an endpoint answers: a value, or JSON that was rendered in part before.
protocol JSONBody: Sendable {
    /// As JSON in UTF-8.
    var serialized: [UInt8] { get }
}

extension JSONValue: JSONBody {}
