import GRDB
import MatrixAPI

/// `POST user_directory/search` (client-server API, "User Directory").
enum UserDirectoryEndpoint {
    /// The maximum in bytes: every account's name is compared with the term.
    private static let longestTerm = 512

    @Sendable static func post(_ call: Call) async throws -> JSONValue {
        let term = try call.required("search_term")
        guard term.utf8.count <= longestTerm else { throw Refusal.tooLarge("search_term is too long") }
        let limit = Int(clamping: min(max(call.body["limit"]?.integer ?? 10, 1), 50))
        let user = try call.user
        let found = try await call.read { database in
            try AccountsTable(database).search(term, limit: limit + 2).filter { $0.user != user }.map { found in
                var json: JSONValue = ["user_id": .string(found.user)]
                json["display_name"] = found.profile.displayName.map(JSONValue.string)
                json["avatar_url"] = found.profile.avatarURL.map(JSONValue.string)
                return json
            }
        }
        return ["results": .array(Array(found.prefix(limit))), "limited": .bool(found.count > limit)]
    }
}
