import ViewModels

/// A bounded set of the rows read last.
struct SpokenRows {
    private var rows: Set<ChatRowID> = []
    /// The previous generation of rows, dropped once the current one is full.
    private var older: Set<ChatRowID> = []

    private static let most = 5_000

    func contains(_ row: ChatRowID) -> Bool { rows.contains(row) || older.contains(row) }

    mutating func add(_ row: ChatRowID) {
        rows.insert(row)
        guard rows.count >= Self.most else { return }
        (older, rows) = (rows, [])
    }
}
