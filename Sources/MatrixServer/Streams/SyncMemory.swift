/// What syncs share, so that one more listener costs little.
struct SyncMemory: Sendable {
    let findings = NameFindings()
    let accounts = KnownAccounts()
    let events = RecentEvents()
}
