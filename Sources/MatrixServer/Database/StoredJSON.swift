import MatrixAPI

/// JSON columns. What stands in them was serialized here, so one that doesn't parse means a damaged file: it reads as empty
/// rather than costing its whole room.
enum StoredJSON {
    static func parse(_ text: String) -> JSONValue { (try? JSONValue(parsing: text)) ?? .emptyObject }

    /// The same as text.
    static func text(_ text: String) -> String { (try? JSONValue(parsing: text)) == nil ? "{}" : text }
}
