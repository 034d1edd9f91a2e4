import Conversations
import Foundation
import GRDB
import Testing

@testable import Storage

/// Tests that English sentences stored by earlier versions are migrated to a kind and its subject.
@Suite(.timeLimit(.minutes(5))) struct KindMigrationTests {
    private let scratch: ScratchDirectory
    private var path: String { scratch.file("old.db") }

    init() throws { scratch = try ScratchDirectory() }

    /// Creates a database in the schema from before message kinds.
    private func old(_ fill: @escaping @Sendable (Database) throws -> Void) async throws -> ProfileDatabase {
        let old = try ProfileDatabase(path: path, migrations: Array(Migration.all.prefix(14)))
        try await old.access.write(fill)
        old.close()
        return try ProfileDatabase(path: path)
    }

    private static func source(_ type: String, _ content: [String: String]) -> String {
        let fields = content.map { #""\#($0.key)":"\#($0.value)""# }.joined(separator: ",")
        return #"{"type":"\#(type)","content":{\#(fields)}}"#
    }

    private struct Kept {
        let kind: String
        let body: String
        let source: String
        var isRemoved = false
        let becomes: Message.Kind
        let about: String
        var eventType: String?
    }

    private static func said(_ type: String, _ body: String, _ becomes: Message.Kind, _ about: String) -> Kept {
        Kept(
            kind: "text", body: body, source: source("m.room.message", ["msgtype": type, "body": about]),
            becomes: becomes, about: about)
    }

    private static let all: [Kept] = [
        said("m.image", "[picture] cat.jpg", .picture, "cat.jpg"),
        said("m.video", "[video] cat.mp4", .video, "cat.mp4"), said("m.audio", "[sound] purr", .sound, "purr"),
        said("m.file", "[file] [file] a", .file, "[file] a"), said("m.location", "[place] ", .place, ""),
        // A user wrote these texts literally.
        said("m.text", "[picture] cat.jpg", .text, "[picture] cat.jpg"),
        said("m.image", "cat.jpg", .text, "cat.jpg"),
        Kept(
            kind: "notice", body: "[sticker] a cat", source: source("m.sticker", ["body": "a cat"]),
            becomes: .sticker, about: "a cat"),
        Kept(
            kind: "notice", body: "[sticker] a cat",
            source: source("m.room.message", ["msgtype": "m.notice", "body": "[sticker] a cat"]), becomes: .notice,
            about: "[sticker] a cat"),
        Kept(
            kind: "chatChanged", body: "named the chat “Tea”", source: source("m.room.name", ["name": "Tea"]),
            becomes: .chatName, about: "Tea"),
        Kept(
            kind: "chatChanged", body: "set the topic: Green", source: source("m.room.topic", ["topic": "Green"]),
            becomes: .chatTopic, about: "Green"),
        Kept(
            kind: "chatChanged", body: "ended this chat. ", source: source("m.room.tombstone", [:]),
            becomes: .chatEnd, about: ""),
        Kept(
            kind: "unknown", body: "A message that can't be read", source: source("m.room.message", [:]),
            becomes: .unreadable, about: ""),
        Kept(
            kind: "unknown", body: "An event that can't be read", source: "7", becomes: .malformed, about: ""),
        Kept(
            kind: "unknown", body: "An event that Confab doesn't know (org.dice)", source: source("org.dice", [:]),
            becomes: .unknown, about: "", eventType: "org.dice"),
        Kept(
            kind: "unknown", body: "An event that Confab doesn't know (org.dice): a six",
            source: source("org.dice", ["body": "a six"]), becomes: .unknown, about: "a six", eventType: "org.dice"),
        Kept(kind: "unknown", body: "", source: source("m.call.invite", [:]), becomes: .unknown, about: ""),
        // Messages that can't be classified stay as they are.
        Kept(
            kind: "text", body: "[picture] cat.jpg", source: "damaged", becomes: .text, about: "[picture] cat.jpg"),
        Kept(
            kind: "chatChanged", body: "named the chat “Tea”", source: "{", becomes: .unknown,
            about: "named the chat “Tea”"),
        Kept(kind: "chatChanged", body: "", source: "{}", isRemoved: true, becomes: .unknown, about: ""),
    ]

    @Test func storedSentencesAreMigratedToKinds() async throws {
        let database = try await old { db in
            for (index, kept) in Self.all.enumerated() {
                try db.execute(
                    sql: """
                        INSERT INTO messages
                            (chat_id, position, event_id, sender, timestamp, kind, body, is_removed, source)
                        VALUES ('!tea', ?, ?, '@ana:x', 1, ?, ?, ?, ?)
                        """, arguments: [index, "$\(index)", kept.kind, kept.body, kept.isRemoved, kept.source])
            }
        }
        let messages = try database.messages.window(chatID: Story.chatID, endingAtLatest: 100).messages.map(\.message)
        #expect(messages.count == Self.all.count)
        for (message, kept) in zip(messages, Self.all) {
            #expect(message.kind == kept.becomes, "\(kept)")
            #expect(message.body == kept.about, "\(kept)")
            #expect(message.eventType == kept.eventType, "\(kept)")
            #expect(message.source == kept.source)
        }
        let own = try database.messages.messages(by: "@ana:x", chatID: Story.chatID, before: .max, limit: 100)
        #expect(own.map(\.message.body) == ["[picture] cat.jpg", "cat.jpg", "[picture] cat.jpg"])
        database.close()
    }

    @Test func editsAndOutboxLinesAreMigrated() async throws {
        let edit = #"{"content":{"m.new_content":{"msgtype":"m.image","body":"dog.jpg"}},"type":"m.room.message"}"#
        let database = try await old { db in
            try db.execute(
                sql: """
                    INSERT INTO messages
                        (chat_id, position, event_id, sender, timestamp, kind, body, is_removed, source, edit_id)
                    VALUES ('!tea', 1, '$1', '@ana:x', 1, 'text', 'cat', 0, '{}', '$2')
                    """)
            try db.execute(
                sql: """
                    INSERT INTO edits (chat_id, event_id, target_id, sender, timestamp, kind, body, source)
                    VALUES ('!tea', '$2', '$1', '@ana:x', 2, 'text', '[picture] dog.jpg', ?)
                    """, arguments: [edit])
            let lines: [(String, Bool, String)] = [
                ("[file] notes", false, #"{"msgtype":"m.file","body":"notes"}"#),
                ("[file] notes", false, #"{"msgtype":"m.text","body":"[file] notes"}"#),
                ("waves", true, #"{"msgtype":"m.emote","body":"waves"}"#), ("[file] notes", false, "damaged"),
            ]
            for (index, line) in lines.enumerated() {
                try db.execute(
                    sql: """
                        INSERT INTO outbox (id, chat_id, type, body, is_emote, content, accepted_at, state)
                        VALUES (?, '!tea', 'm.room.message', ?, ?, ?, 1, 'queued')
                        """, arguments: ["t\(index)", line.0, line.1, line.2])
            }
        }
        let message = try database.messages.window(chatID: Story.chatID, endingAtLatest: 9).messages.first?.message
        #expect(message?.kind == .picture)
        #expect(message?.body == "dog.jpg")
        let story = try database.messages.story(of: "$1", chatID: Story.chatID)
        #expect(story?.versions.map(\.kind) == [.text, .picture])
        let lines = try database.outbox.all()
        #expect(lines.map(\.kind) == [.file, .text, .emote, .text])
        #expect(lines.map(\.body) == ["notes", "[file] notes", "waves", "[file] notes"])
        database.close()
    }
}
