import Conversations
import Foundation
import GRDB
import Testing

@testable import Storage

/// Tests that poll events are stored beside their poll, and are not messages themselves.
@Suite(.timeLimit(.minutes(5))) struct PollTests {
    private let database: ProfileDatabase

    init() throws { database = try ProfileDatabase.inMemory() }

    @discardableResult
    private func receive(_ messages: Message...) async throws -> AppliedSlice {
        try await database.sync.apply(Story.slice(messages))
    }

    private func answer(_ name: String, _ answers: String..., by sender: String = "@bo:x") -> Message {
        Story.relation(name, .pollAnswer(to: "$p1", answers), by: sender)
    }

    private let poll = Story.line("p1", kind: .poll)

    private func replies() throws -> [String] {
        let window = try database.messages.window(chatID: Story.chatID, endingAtLatest: 9)
        #expect(window.messages.count <= 1)
        return (window.messages.first?.message.pollReplies ?? []).map { reply in
            switch reply.what {
            case .answers(let answers): "\(reply.sender) \(answers.joined(separator: ","))"
            case .end: "\(reply.sender) end"
            }
        }
    }

    @Test(arguments: [false, true]) func pollAnswersAreStoredInEitherOrder(isPollFirst: Bool) async throws {
        if isPollFirst { try await receive(poll) }
        let applied = try await receive(
            answer("a2", "5:x", ""), answer("a3", by: "@kim:x"),
            Story.relation("e4", .pollEnd(of: "$p1"), by: "@kim:x"))
        if isPollFirst {
            let told = try #require(applied.changedMessages[Story.chatID]?.first?.message)
            #expect(told.pollReplies.map(\.what) == [.answers(["5:x", ""]), .answers([]), .end])
        } else {
            let told = try #require(try await receive(poll).newMessages[Story.chatID]?.first?.message)
            #expect(told.pollReplies.count == 3)
        }
        #expect(try replies() == ["@bo:x 5:x,", "@kim:x ", "@kim:x end"])
    }

    @Test func removingAnAnswerOrAPollDeletesReplies() async throws {
        try await receive(poll, answer("a2", "g"), answer("a3", "b"))
        let applied = try await receive(Story.redaction("r4", of: "$a3"))
        #expect(applied.changedMessages[Story.chatID]?.count == 1)
        #expect(try replies() == ["@bo:x g"])
        try await receive(Story.redaction("r5", of: "$p1"), answer("a6", "g"))
        #expect(try replies() == [])
        let kept = try database.access.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM poll_replies") }
        #expect(kept == 0)
    }

    /// A malicious server could write it.
    @Test func unencryptedAnswersToAnEncryptedPollAreIgnored() async throws {
        let opened = MessageEncryption.opened(sessionID: "s", index: 1)
        func sealed(_ message: Message) -> Message {
            Message(
                eventID: message.eventID, sender: message.sender, timestamp: message.timestamp, kind: message.kind,
                body: message.body, detail: nil, isRemoved: false, relation: message.relation, encryption: opened,
                transactionID: nil, source: "{}")
        }
        try await receive(sealed(poll), answer("a2", "g"), sealed(answer("a3", "b", by: "@kim:x")))
        #expect(try replies() == ["@kim:x b"])
    }

    @Test func pendingPollAnswersRoundTrip() async throws {
        let purposes: [OutboxLine.Purpose] = [
            .pollAnswer(to: .event("$p1"), ["1:a", "", "日本"]), .pollAnswer(to: .event("$p1"), []),
            .pollEnd(of: .event("$p1")),
        ]
        for (place, purpose) in purposes.enumerated() {
            try await database.outbox.accept(
                OutboxLine(
                    id: "\(place)", chatID: Story.chatID, type: "x", purpose: purpose, body: "", content: "{}",
                    acceptedAt: 1, state: .queued))
        }
        #expect(try database.outbox.all().map(\.purpose) == purposes)
    }

    private static let kept: [(String, String)] = [
        (
            "$p1",
            #"""
            {"type":"org.matrix.msc3381.poll.start","content":{"org.matrix.msc3381.poll.start":{
            "question":{"org.matrix.msc1767.text":"Tea?"},"answers":[{"id":"g","org.matrix.msc1767.text":"Green"}]}}}
            """#
        ),
        (
            "$a2",
            #"""
            {"type":"org.matrix.msc3381.poll.response","content":{"org.matrix.msc3381.poll.response":{"answers":["g"]},
            "m.relates_to":{"rel_type":"m.reference","event_id":"$p1"}}}
            """#
        ),
        (
            "$a3",
            #"""
            {"type":"m.poll.response","content":{"m.selections":"g",
            "m.relates_to":{"rel_type":"m.reference","event_id":"$p1"}}}
            """#
        ),
        (
            "$e4",
            #"""
            {"type":"m.poll.end","content":{"m.relates_to":{"rel_type":"m.reference","event_id":"$p1"}}}
            """#
        ),
        ("$5", #"{"type":"org.poll.dice","content":{"m.poll":"six"}}"#),
        ("$6", #"{"type":"m.poll.start","content":{"m.poll":"six"}}"#),
    ]

    @Test func pollsOfEarlierVersionsAreMigrated() async throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("old.db")
        let old = try ProfileDatabase(path: path, migrations: Migration.all.filter { $0.version < 26 })
        try await old.access.write { db in
            try db.execute(sql: "INSERT INTO chat_keys (key, chat_id) VALUES (1, '!tea')")
            try db.execute(
                sql: """
                    INSERT INTO chats (id, membership, joined_count, invited_count, is_encrypted, notification_count,
                        highlight_count, last_activity, is_direct_invitation)
                    VALUES ('!tea', 'joined', 2, 0, 0, 0, 0, 1, 0)
                    """)
            for (place, event) in Self.kept.enumerated() {
                let number = try MessageRowID.number(at: Int64(place), chatKey: 1)
                try db.execute(
                    sql: """
                        INSERT INTO messages
                            (id, event_id, sender, timestamp, kind, body, event_type, is_removed, source)
                        VALUES (?, ?, '@bo:x', ?, 'unknown', '', 't', 0, ?)
                        """, arguments: [number, event.0, place, event.1])
            }
        }
        old.close()
        let new = try ProfileDatabase(path: path)
        let window = try new.messages.window(chatID: Story.chatID, endingAtLatest: 9)
        #expect(window.messages.map(\.message.kind) == [.poll, .unknown, .unknown])
        let poll = try #require(window.messages.first?.message)
        #expect(poll.body == "Tea?" && poll.eventType == nil && !poll.source.isEmpty)
        #expect(poll.pollReplies.map(\.what) == [.answers(["g"]), .answers([]), .end])
        #expect(try new.chats.chat(id: Story.chatID)?.lastMessage?.body == "Tea?")
        new.close()
    }
}
