/// Caches that syncs share, so that an additional client costs little.
struct SyncMemory: Sendable {
    let findings = NameFindings()
    let accounts = KnownAccounts()
    let events = RecentEvents()
}
