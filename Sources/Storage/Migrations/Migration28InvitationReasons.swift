extension Migration {
    /// Adds the reason of an invitation.
    static let invitationReasons = Migration(
        version: 28,
        sql: """
            ALTER TABLE chats ADD COLUMN invitation_reason TEXT;
            """)
}
