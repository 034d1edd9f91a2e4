extension Migration {
    /// Adds an index of the last reactions of a person.
    static let ownReactions = Migration(
        version: 8,
        sql: """
            CREATE INDEX reactions_by_sender ON reactions (sender, timestamp);
            """
    )
}
