import ViewModels

/// The rows that were read last, as many as anybody comes back to.
struct SpokenRows {
    private var rows: Set<ChatRowID> = []
    /// Those of before, which go once there are as many again.
    private var older: Set<ChatRowID> = []

    private static let most = 5_000

    func contains(_ row: ChatRowID) -> Bool { rows.contains(row) || older.contains(row) }

    mutating func add(_ row: ChatRowID) {
        rows.insert(row)
        guard rows.count >= Self.most else { return }
        (older, rows) = (rows, [])
    }
}
