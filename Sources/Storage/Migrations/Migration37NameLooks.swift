extension Migration {
    /// Adds the look of each member's name (``NameLook``). A name that looks like another one is shown with the
    /// Matrix ID.
    static let nameLooks = Migration(
        version: 37,
        sql: """
            ALTER TABLE members ADD COLUMN look TEXT;
            UPDATE members SET look = name_look(NULL, display_name, user_id);
            CREATE INDEX members_by_look ON members (chat_id, look);
            """)
}
