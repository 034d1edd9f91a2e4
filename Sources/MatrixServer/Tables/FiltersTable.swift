import GRDB
import MatrixAPI

/// Filters that clients stored (client-server API, "Filtering").
struct FiltersTable {
    let database: Database

    init(_ database: Database) { self.database = database }

    /// - Parameter most: The maximum number of stored filters of a user; the oldest is deleted first.
    /// - Returns: The filter's name; the same filter gets the same name again.
    func put(_ filter: JSONValue, of user: String, most: Int) throws -> String {
        let text = filter.serializedText
        let known = try database.integer(
            "SELECT filter_id FROM filters WHERE user_id = ? AND definition = ?", [user, text])
        if let known { return String(known) }
        let next = (try database.integer("SELECT max(filter_id) FROM filters WHERE user_id = ?", [user]) ?? 0) + 1
        try database.run("INSERT INTO filters (user_id, filter_id, definition) VALUES (?, ?, ?)", [user, next, text])
        try database.run(
            "DELETE FROM filters WHERE user_id = ? AND filter_id <= ?", [user, next - Int64(most)])
        return String(next)
    }

    func filter(_ name: String, of user: String) throws -> JSONValue? {
        guard let number = Int64(name) else { return nil }
        return try database.firstRow(
            "SELECT definition FROM filters WHERE user_id = ? AND filter_id = ?", [user, number]
        ).map { StoredJSON.parse($0[0]) }
    }
}
