extension Migration {
    /// Why somebody invites, in their words.
    static let invitationReasons = Migration(
        version: 28,
        sql: """
            ALTER TABLE chats ADD COLUMN invitation_reason TEXT;
            """)
}
