import Conversations
import GRDB
import Testing

@testable import Storage

/// Tests that thread messages that earlier versions stored in the chat's timeline move to their thread, by their
/// source.
@Suite(.timeLimit(.minutes(5))) struct ThreadMigrationTests {
    private static func source(_ relation: String) -> String {
        #"{"type":"m.room.message","content":{"body":"m.thread","m.relates_to":\#(relation)}}"#
    }

    @Test(arguments: [
        (source(#"{"rel_type":"m.thread","event_id":"$root"}"#), "$root"),
        (source(#"{"rel_type":"m.thread","event_id":7}"#), nil),
        (source(#"{"rel_type":"m.reference","event_id":"$root"}"#), nil),
        ("m.thread", nil),
    ])
    func threadIDIsMigratedFromTheSource(source: String, threadID: String?) async throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("old.db")
        let old = try ProfileDatabase(path: path, migrations: Array(Migration.all.prefix(24)))
        try await old.access.write { db in
            try db.execute(sql: "INSERT INTO chat_keys (key, chat_id) VALUES (1, '!tea')")
            try db.execute(
                sql: """
                    INSERT INTO messages (id, kind, event_id, sender, timestamp, is_removed, body, source)
                    VALUES (?, 'text', '$a', '@bo:x', 1, 0, 'hello', ?)
                    """, arguments: [try MessageRowID.number(at: 1, chatKey: 1), source])
        }
        old.close()
        let database = try ProfileDatabase(path: path)
        let window = try database.messages.window(chatID: "!tea", endingAtLatest: 5)
        #expect(window.messages.map(\.message.threadID) == [threadID])
    }
}
