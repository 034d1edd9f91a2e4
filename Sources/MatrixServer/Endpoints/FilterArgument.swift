import GRDB
import MatrixAPI

/// A filter as JSON in a query.
enum FilterArgument {
    /// - Parameter rules: The types of the filter's fields.
    static func parse(_ text: String?, _ rules: FilterRules = .roomEvents) throws -> JSONValue? {
        guard let text, !text.isEmpty else { return nil }
        guard let json = try? JSONValue(parsing: text, maximumDepth: 64), json.object != nil else {
            throw Refusal.badJSON("The filter is no JSON object")
        }
        try BodyGate.check(json)
        try rules.check(json)
        return json
    }

    /// Returns the filter of sync: inline, or the stored one with the given name.
    static func sync(_ text: String?, of user: String, _ server: Homeserver) async throws -> SyncFilter {
        guard let text, !text.isEmpty else { return SyncFilter(nil) }
        if text.hasPrefix("{") { return SyncFilter(try parse(text, .sync)) }
        guard let stored = try await server.read(for: user, { try FiltersTable($0).filter(text, of: user) }) else {
            throw Refusal.invalid("There is no filter \(text)")
        }
        return SyncFilter(stored)
    }
}
