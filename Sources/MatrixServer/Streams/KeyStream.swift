import GRDB
import MatrixAPI

/// The users whose keys changed, and the number of this device's remaining keys (client-server API, "Extensions to
/// `/sync`" of end-to-end encryption).
struct KeyStream {
    private let composer: SyncComposer

    init(_ composer: SyncComposer) { self.composer = composer }

    /// Returns `nil` if nothing changed. A first sync has none, since a new client queries all keys.
    func deviceLists() throws -> JSONValue? {
        guard let since = composer.request.since else { return nil }
        let lists = try KeyChangesTable(composer.database)
            .lists(for: composer.user, after: since, upTo: composer.now)
        guard !lists.isEmpty else { return nil }
        return lists.json
    }

    /// Whether the device has more or fewer one-time keys than at the last sync.
    func hasNewCount() throws -> Bool {
        guard let since = composer.request.since, since.keys < composer.now.keys else { return false }
        return try KeyChangesTable(composer.database)
            .hasNewCount(composer.request.caller, after: since.keys, upTo: composer.now.keys)
    }

    /// Returns the key counts. They are in each answer, since a client takes missing counts for zero.
    func counts() throws -> [String: JSONText] {
        // There are no keys on this server.
        guard composer.now.keys > 0 else { return [:] }
        let table = OneTimeKeysTable(composer.database)
        let counts = try table.counts(of: composer.request.caller)
        let fallbacks = try table.unusedFallbacks(of: composer.request.caller)
        return [
            "device_one_time_keys_count": .value(.object(counts.mapValues { .integer($0) })),
            "device_unused_fallback_key_types": .value(.array(fallbacks.map(JSONValue.string))),
        ]
    }
}
