import GRDB
import MatrixAPI

/// New account data (client-server API, "Client Config").
struct AccountDataStream {
    private let composer: SyncComposer

    init(_ composer: SyncComposer) { self.composer = composer }

    /// Returns the changes by room; the empty room holds the global data.
    func changes() throws -> [String: [AccountDataTable.Entry]] {
        let since = composer.request.since?.accountData ?? 0
        guard since < composer.now.accountData else { return [:] }
        return try AccountDataTable(composer.database)
            .changes(of: composer.user, after: since, upTo: composer.now.accountData)
    }

    /// Returns the global part. The first answer includes the push rules.
    func global(_ changes: [AccountDataTable.Entry]) throws -> [AccountDataTable.Entry] {
        var events = changes
        if composer.request.isInitial, !events.contains(where: { $0.type == PushRulesTable.type }) {
            let rules = try PushRulesTable(composer.database).rules(of: composer.user)
            events.append(AccountDataTable.Entry(type: PushRulesTable.type, content: rules.json.serializedText))
        }
        return events.filter { composer.request.filter.accountData.allows(type: $0.type) }
    }
}

extension JSONText {
    /// Returns account data as events. Each is parsed and released before the next, since the parsed form takes
    /// many times its text.
    static func events(_ entries: [AccountDataTable.Entry]) -> JSONText {
        .object([
            "events": .array(
                entries.map { entry in
                    .object([
                        "type": .value(.string(entry.type)),
                        "content": .written { try $0.append(StoredJSON.text(entry.content).utf8) },
                    ])
                })
        ])
    }
}
