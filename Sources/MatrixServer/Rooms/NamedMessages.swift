import GRDB
import MatrixAPI
import Synchronization

/// Counts the unread messages of a room that name a user in their text and have no `m.mentions`.
///
/// NOTSPEC: if messages were never searched for this user, only the newest are searched.
struct NamedMessages {
    private static let maxMessages = 1000
    private static let mostBytes = 1 << 20

    private let database: Database
    private let user: String
    private let findings: NameFindings

    init(_ database: Database, user: String, findings: NameFindings) {
        self.database = database
        self.user = user
        self.findings = findings
    }

    func count(in room: String, after read: Int64, notBy senders: [String]) throws -> Int64 {
        try UnreadTable(database).count(search(room, after: read), in: room, after: read, notBy: senders)
    }

    private func search(_ room: String, after read: Int64) throws -> [Int64] {
        let key = NameFindings.Key(user: user, room: room)
        let unread = UnreadTable(database)
        // If there is nothing to search, the names are not needed.
        if findings[key] == nil, try !isFar(read), try unread.unmarked(in: room, after: read, limit: 1).isEmpty {
            return []
        }
        let names = try SearchedNames(database, of: user, in: room)
        var found = NameFindings.Found(names: names, from: read, upTo: read)
        if let known = findings[key], known.names == names, known.from <= read { found = known }
        let new = try unread.unmarked(in: room, after: max(found.upTo, read), limit: NamedMessages.maxMessages)
        guard let newest = new.first?.stream else { return try passed(found, key, read).streams }
        var bytes = 0
        let searched = new.prefix { message in
            bytes += message.content["body"]?.string?.utf8.count ?? 0
            return bytes <= NamedMessages.mostBytes
        }
        let named = names.areFound(in: searched.map { $0.content["body"]?.string ?? "" })
        found.streams = found.streams.filter { $0 > read } + zip(searched, named).filter(\.1).map(\.0.stream)
        (found.from, found.upTo) = (read, newest)
        findings.store(found, for: key, searched: searched.count)
        return found.streams
    }

    private func isFar(_ place: Int64) throws -> Bool {
        try EventsTable(database).latestStream() - place > Int64(NamedMessages.maxMessages)
    }

    /// Records a long range without such messages as searched, so that it is not scanned again.
    private func passed(
        _ found: NameFindings.Found, _ key: NameFindings.Key, _ read: Int64
    ) throws -> NameFindings.Found {
        guard try isFar(max(found.upTo, read)) else { return found }
        var found = found
        found.streams = found.streams.filter { $0 > read }
        (found.from, found.upTo) = (read, try EventsTable(database).latestStream())
        findings.store(found, for: key, searched: 0)
        return found
    }
}

/// A cache of the messages without `m.mentions` in which users are named. Each message is searched once for a user,
/// when their unread counts are requested. It is kept in memory; after a restart the newest messages are searched
/// again.
final class NameFindings: Sendable {
    struct Key: Hashable, Sendable {
        let user: String
        let room: String
    }

    struct Found: Sendable {
        let names: SearchedNames
        /// Messages after `from` and up to `upTo` were searched.
        var from: Int64
        var upTo: Int64
        /// The positions of the messages that name the user.
        var streams: [Int64] = []
    }

    private static let most = 10_000
    private let all = Mutex<[Key: Found]>([:])
    private let searches = Mutex(0)

    /// The number of messages searched so far.
    var searchCount: Int { searches.withLock { $0 } }

    subscript(key: Key) -> Found? { all.withLock { $0[key] } }

    /// Stores a result. If two were found at the same time, the result that covers more stays.
    func store(_ found: Found, for key: Key, searched count: Int) {
        searches.withLock { $0 += count }
        all.withLock { all in
            if let known = all[key], known.names == found.names, known.from <= found.from, known.upTo >= found.upTo {
                return
            }
            if all.count >= NameFindings.most { all = [:] }
            all[key] = found
        }
    }
}
