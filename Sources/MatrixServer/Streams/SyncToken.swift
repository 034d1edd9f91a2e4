import GRDB

/// A position in all data that a sync delivers, such as `s12_3_4_0_5_6`. A position in a room's history alone is
/// `t12`.
struct SyncToken: Hashable, Sendable, CustomStringConvertible {
    /// The position of the last event.
    var events: Int64
    var receipts: Int64 = 0
    var accountData: Int64 = 0
    var typing: Int64 = 0
    /// The last change of any user's keys.
    var keys: Int64 = 0
    /// The last message to a device.
    var deviceMessages: Int64 = 0

    init(
        events: Int64, receipts: Int64 = 0, accountData: Int64 = 0, typing: Int64 = 0, keys: Int64 = 0,
        deviceMessages: Int64 = 0
    ) {
        self.events = events
        self.receipts = receipts
        self.accountData = accountData
        self.typing = typing
        self.keys = keys
        self.deviceMessages = deviceMessages
    }

    init?(_ text: String) {
        guard let kind = text.first, kind == "s" || kind == "t" else { return nil }
        let numbers = text.dropFirst().split(separator: "_", omittingEmptySubsequences: false).map { Int64($0) }
        let parts = numbers.compactMap { $0 }
        let possible = 0...Int64(OutsideNumber.largest)
        guard parts.count == numbers.count, parts.allSatisfy(possible.contains) else { return nil }
        // Tokens from before there were keys have four parts.
        guard kind == "s" ? parts.count == 6 || parts.count == 4 : parts.count == 1 else { return nil }
        events = parts[0]
        if kind == "s" { (receipts, accountData, typing) = (parts[1], parts[2], parts[3]) }
        if parts.count == 6 { (keys, deviceMessages) = (parts[4], parts[5]) }
    }

    var description: String { "s\(events)_\(receipts)_\(accountData)_\(typing)_\(keys)_\(deviceMessages)" }

    /// Whether it names a position that the server has not reached. Numbers that can decrease in normal operation
    /// are not compared.
    func isAhead(of latest: SyncToken) -> Bool {
        events > latest.events || keys > latest.keys || deviceMessages > latest.deviceMessages
    }

    /// Returns the token of a position between two events of a room: after the event at `stream`.
    static func history(_ stream: Int64) -> String { "t\(max(0, stream))" }
}

extension SyncToken {
    /// Returns the newest position of all.
    static func latest(in database: Database, typing: Int64) throws -> SyncToken {
        let row = try database.firstRow(
            """
            SELECT (SELECT max(stream) FROM events), (SELECT max(position) FROM receipts),
            (SELECT max(position) FROM account_data),
            (SELECT seq FROM sqlite_sequence WHERE name = 'key_changes'),
            (SELECT seq FROM sqlite_sequence WHERE name = 'device_messages')
            """)
        return SyncToken(
            events: row?[0] ?? 0, receipts: row?[1] ?? 0, accountData: row?[2] ?? 0, typing: typing,
            keys: row?[3] ?? 0, deviceMessages: row?[4] ?? 0)
    }
}
