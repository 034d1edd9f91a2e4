import Conversations
import GRDB
import SearchWords

/// Queries the search index.
struct SearchReader {
    struct SortedHit: Sendable {
        let place: Int64
        let messageID: Int64
    }

    let db: Database

    /// The token of every message.
    static let all = "m"
    /// The number of messages in a millisecond that can be distinguished.
    static let perMillisecond: Int64 = 1 << 20
    private static let lastMillisecond: Int64 = 1 << 42

    /// Returns the first sort key of a time. The time is limited to the valid range, because a server may send any.
    static func place(at timestamp: Int64) -> Int64 { min(max(timestamp, 0), lastMillisecond) * perMillisecond }

    /// - Parameter place: the sort key before which results are returned.
    func places(_ query: SearchQuery, chatKeys: [Int64]?, before place: Int64?, limit: Int) throws -> [SortedHit] {
        guard let expression = try expression(query, chatKeys) else { return [] }
        let sql = """
            SELECT rowid FROM search WHERE search MATCH ? AND rowid >= ? AND rowid < ? ORDER BY rowid DESC LIMIT ?
            """
        let end = Self.place(at: query.times.upperBound)
        let last = query.times.upperBound > Self.lastMillisecond ? Int64.max : end
        let ids = try db.all(
            sql, [expression, Self.place(at: query.times.lowerBound), min(place ?? last, last), limit], as: Int64.self)
        return try ids.compactMap { id in
            try db.value("SELECT message_id FROM entries WHERE id = ?", [id], as: Int64.self).map {
                SortedHit(place: id, messageID: $0)
            }
        }
    }

    /// Returns the query in FTS5's syntax; `nil` if nothing can match.
    private func expression(_ query: SearchQuery, _ chatKeys: [Int64]?) throws -> String? {
        var parts = query.terms.map { "words : " + Self.phrase($0) }
        parts += query.contents.map { "facets : \"\($0.facet)\"" }.sorted()
        if let chatKeys {
            guard let part = Self.oneOf(chatKeys.map { "c\($0)" }) else { return nil }
            parts.append(part)
        }
        if let senders = query.senders {
            let sql = "SELECT key FROM people WHERE user_id IN (SELECT value FROM json_each(?))"
            let keys = try db.all(sql, [IdentifierList(senders)], as: Int64.self)
            guard let part = Self.oneOf(keys.map { "u\($0)" }) else { return nil }
            parts.append(part)
        }
        if parts.isEmpty { parts = ["facets : \"\(Self.all)\""] }
        let wanted = parts.joined(separator: " AND ")
        guard !query.excluded.isEmpty else { return wanted }
        let unwanted = query.excluded.map { "words : " + Self.phrase($0) }.joined(separator: " OR ")
        return "(\(wanted)) NOT (\(unwanted))"
    }

    private static func oneOf(_ tokens: [String]) -> String? {
        guard !tokens.isEmpty else { return nil }
        return "facets : (" + tokens.sorted().map { "\"\($0)\"" }.joined(separator: " OR ") + ")"
    }

    private static func phrase(_ term: SearchTerm) -> String {
        let words = term.tokens.joined(separator: " ").replacing("\"", with: "\"\"")
        return "\"\(words)\"" + (term.isPrefix ? " *" : "")
    }
}
