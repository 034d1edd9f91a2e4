import MatrixAPI

/// JSON columns. They were serialized by this server, so a value that doesn't parse means a damaged file. It reads
/// as an empty object, so that the rest of its room stays usable.
enum StoredJSON {
    static func parse(_ text: String) -> JSONValue { (try? JSONValue(parsing: text)) ?? .emptyObject }

    /// Returns the same as text.
    static func text(_ text: String) -> String { (try? JSONValue(parsing: text)) == nil ? "{}" : text }
}
