extension Migration {
    /// Finds the reactions that somebody gave last.
    static let ownReactions = Migration(
        version: 8,
        sql: """
            CREATE INDEX reactions_by_sender ON reactions (sender, timestamp);
            """
    )
}
