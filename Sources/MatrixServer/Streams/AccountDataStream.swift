import GRDB
import MatrixAPI

/// New account data (client-server API, "Client Config").
struct AccountDataStream {
    private let composer: SyncComposer

    init(_ composer: SyncComposer) { self.composer = composer }

    /// By room; the empty room holds the global data.
    func changes() throws -> [String: [JSONValue]] {
        let since = composer.request.since?.accountData ?? 0
        guard since < composer.now.accountData else { return [:] }
        return try AccountDataTable(composer.database)
            .changes(of: composer.user, after: since, upTo: composer.now.accountData)
    }

    /// The global part; the first answer tells the push rules as well.
    func global(_ changes: [JSONValue]) throws -> [JSONValue] {
        var events = changes
        if composer.request.isInitial, !events.contains(where: { $0["type"]?.string == PushRulesTable.type }) {
            let rules = try PushRulesTable(composer.database).rules(of: composer.user)
            events.append(["type": .string(PushRulesTable.type), "content": rules.json])
        }
        return events.filter { composer.request.filter.accountData.allows($0) }
    }
}
