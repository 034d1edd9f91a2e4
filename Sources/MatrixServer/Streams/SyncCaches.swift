import GRDB
import MatrixAPI
import Synchronization

/// Caches that syncs share, so that an additional client costs little.
struct SyncCaches: Sendable {
    let findings = NameFindings()
    let accounts = AccountDataCache()
    let events = RecentEvents()
}

/// A cache of the account data that affects messages. It is read again only after a change.
final class AccountDataCache: Sendable {
    struct Account: Sendable {
        let rules: PushRuleSet
        /// The users whose messages and invites the account ignores.
        let ignored: Set<String>
        /// The position of the newest change of the account's data.
        fileprivate let position: Int64
    }

    private static let most = 2000
    /// The maximum in bytes of cached rules: longer ones are read each time.
    private static let longest = 16 << 10
    private let all = Mutex<[String: Account]>([:])

    func account(_ user: String, _ database: Database) throws -> Account {
        let table = AccountDataTable(database)
        let position = try table.latestPosition(of: user)
        if let known = all.withLock({ $0[user] }), known.position == position { return known }
        let stored = try table.content(PushRulesTable.type, of: user)
        let account = Account(
            rules: PushRuleSet(of: user, stored: stored), ignored: try table.ignored(by: user), position: position)
        guard stored?.serialized.count ?? 0 <= AccountDataCache.longest else { return account }
        all.withLock { all in
            if all.count >= AccountDataCache.most { all = [:] }
            all[user] = account
        }
        return account
    }
}

/// A cache of recent events: each is read and rendered once, however many clients get it.
///
/// An event changes only by its redaction. A redacted event is neither cached nor taken from the cache.
final class RecentEvents: Sendable {
    private struct Entry {
        let event: StoredEvent
        /// The event's sync form up to `unsigned`, which differs for each reader.
        var head: [UInt8]?
    }

    private struct State {
        var entries: [Int64: Entry] = [:]
        var bytes = 0
        var readCount = 0
        var renderCount = 0
    }

    /// The approximate maximum in bytes. Past it the cache is cleared.
    private static let largest = 4 << 20
    private let state = Mutex(State())

    /// The number of events read from rows, and rendered, so far.
    var counts: (read: Int, rendered: Int) { state.withLock { ($0.readCount, $0.renderCount) } }

    /// - Parameter row: A row with the columns of ``EventsTable``.
    func event(_ row: Row) -> StoredEvent {
        let stream: Int64 = row[0]
        let isRedacted = !row.hasNull(atIndex: 9)
        if !isRedacted, let known = state.withLock({ $0.entries[stream] }) { return known.event }
        let event = StoredEvent(row)
        state.withLock { state in
            state.readCount += 1
            guard !isRedacted else { return }
            add(RecentEvents.size(of: row), to: &state)
            state.entries[stream] = Entry(event: event)
        }
        return event
    }

    /// - Parameter event: An event that is not redacted.
    func head(of event: StoredEvent, render: () -> [UInt8]) -> [UInt8] {
        if let head = state.withLock({ $0.entries[event.stream]?.head }) { return head }
        let head = render()
        state.withLock { state in
            state.renderCount += 1
            add(head.count, to: &state)
            state.entries[event.stream] = Entry(event: event, head: head)
        }
        return head
    }

    private func add(_ bytes: Int, to state: inout State) {
        state.bytes += bytes
        guard state.bytes > RecentEvents.largest else { return }
        state.entries = [:]
        state.bytes = bytes
    }

    /// Returns the approximate size: a parsed event takes a few times its text, and some more for its names.
    private static func size(of row: Row) -> Int { 1024 + 4 * (row[7] as String).utf8.count }
}
