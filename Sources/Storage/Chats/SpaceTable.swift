import Conversations
import GRDB

/// Stores the children of spaces, within a transaction.
struct SpaceTable {
    let db: Database

    /// Fills in the children of each space among the chats.
    func fill(_ chats: inout [Chat]) throws {
        let spaces = chats.indices.filter { chats[$0].isSpace }
        guard !spaces.isEmpty else { return }
        let sql = "SELECT child_id, child_order, added_at, servers FROM space_children WHERE chat_id = ?"
        for index in spaces {
            chats[index].spaceChildren = try db.all(sql, [chats[index].id]) { row in
                let servers = (row[3] as String).split(separator: " ").map(String.init)
                return SpaceChild(chatID: row[0], order: row[1], addedAt: row[2], servers: servers)
            }.sorted()
        }
    }

    /// Applies changes to the children of a space.
    ///
    /// - Parameter children: the changed children; one without a server was removed.
    func update(_ children: [SpaceChild], spaceID: String) throws {
        for child in children {
            try db.run("DELETE FROM space_children WHERE chat_id = ? AND child_id = ?", [spaceID, child.chatID])
            guard !child.servers.isEmpty else { continue }
            let sql = """
                INSERT INTO space_children (chat_id, child_id, child_order, added_at, servers) VALUES (?, ?, ?, ?, ?)
                """
            try db.run(
                sql,
                [
                    spaceID, child.chatID, child.order, child.addedAt, child.servers.joined(separator: " "),
                ])
        }
    }

    /// - Parameter children: all children of the space.
    func replace(_ children: [SpaceChild], spaceID: String) throws {
        let sql = "DELETE FROM space_children WHERE chat_id = ?"
        try db.run(sql, [spaceID])
        try update(children, spaceID: spaceID)
    }
}
