import GRDB

/// A place in everything that sync delivers, such as `s12_3_4_0`; a place in a room's history alone is `t12`.
struct SyncToken: Hashable, Sendable, CustomStringConvertible {
    /// The last event's place.
    var events: Int64
    var receipts: Int64 = 0
    var accountData: Int64 = 0
    var typing: Int64 = 0

    init(events: Int64, receipts: Int64 = 0, accountData: Int64 = 0, typing: Int64 = 0) {
        self.events = events
        self.receipts = receipts
        self.accountData = accountData
        self.typing = typing
    }

    init?(_ text: String) {
        guard let kind = text.first, kind == "s" || kind == "t" else { return nil }
        let numbers = text.dropFirst().split(separator: "_", omittingEmptySubsequences: false).map { Int64($0) }
        let parts = numbers.compactMap { $0 }
        guard parts.count == numbers.count, parts.count == (kind == "s" ? 4 : 1), parts.allSatisfy({ $0 >= 0 }) else {
            return nil
        }
        events = parts[0]
        if kind == "s" { (receipts, accountData, typing) = (parts[1], parts[2], parts[3]) }
    }

    var description: String { "s\(events)_\(receipts)_\(accountData)_\(typing)" }

    /// The token of a place between two events of a room: after the one at `stream`.
    static func history(_ stream: Int64) -> String { "t\(max(0, stream))" }
}

extension SyncToken {
    /// The newest place of all.
    static func latest(in database: Database, typing: Int64) throws -> SyncToken {
        let row = try database.firstRow(
            """
            SELECT (SELECT max(stream) FROM events), (SELECT max(position) FROM receipts),
            (SELECT max(position) FROM account_data)
            """)
        return SyncToken(
            events: row?[0] ?? 0, receipts: row?[1] ?? 0, accountData: row?[2] ?? 0, typing: typing)
    }
}
