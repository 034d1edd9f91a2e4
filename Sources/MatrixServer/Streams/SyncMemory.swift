import GRDB
import MatrixAPI
import Synchronization

/// Caches that syncs share, so that an additional client costs little.
struct SyncMemory: Sendable {
    let findings = NameFindings()
    let accounts = KnownAccounts()
    let events = RecentEvents()
}

/// A cache of the account data that affects messages. It is read again only after a change.
final class KnownAccounts: Sendable {
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
        guard stored?.serialized.count ?? 0 <= KnownAccounts.longest else { return account }
        all.withLock { all in
            if all.count >= KnownAccounts.most { all = [:] }
            all[user] = account
        }
        return account
    }
}
