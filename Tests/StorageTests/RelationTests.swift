import Conversations
import GRDB
import Testing

@testable import Storage

@Suite(.timeLimit(.minutes(5))) struct RelationTests {
    private let database: ProfileDatabase

    init() throws {
        database = try ProfileDatabase.inMemory()
    }

    @discardableResult
    private func receive(_ messages: Message...) async throws -> AppliedSlice {
        try await database.sync.apply(Story.slice(messages))
    }

    private func message(_ eventID: String = "$m1") throws -> Message? {
        try database.messages.window(chatID: Story.chatID, endingAtLatest: 100).messages.map(\.message)
            .first { $0.eventID == eventID }
    }

    @Test func editReplacesTheShownText() async throws {
        try await receive(Story.line("m1"), Story.line("m2"))
        let applied = try await receive(Story.edit("e3", of: "$m1", "better"))
        #expect(try database.timeline() == "better m2")
        #expect(try message()?.isEdited == true)
        #expect(applied.changedMessages[Story.chatID]?.map(\.message.body) == ["better"])
    }

    /// A window that applies the changes reported by slices has the same content as the disk.
    @Test func sliceReportsMessagesAsShown() async throws {
        try await receive(Story.line("m1"), Story.line("m2"), Story.line("m3"))
        func looks(_ messages: Message...) async throws -> [Message] {
            let applied = try await database.sync.apply(Story.slice(messages))
            let told = (applied.changedMessages[Story.chatID] ?? []) + (applied.newMessages[Story.chatID] ?? [])
            let shown = told.map(\.message).filter { $0.kind != .relation }
            for message in shown { #expect(try self.message(message.eventID) == message) }
            return shown
        }
        #expect(try await looks(Story.reaction("r4", "+1", to: "$m1")).first?.reactions.map(\.key) == ["+1"])
        #expect(try await looks(Story.redaction("d5", of: "$r4")).map(\.reactions) == [[]])
        #expect(try await looks(Story.edit("e6", of: "$m2", "better")).map(\.body) == ["better"])
        #expect(try await looks(Story.redaction("d7", of: "$e6")).map(\.body) == ["m2"])
        #expect(try await looks(answer("a8", to: "$m2")).map(\.quoted?.body) == ["m2"])
        #expect(try await looks(Story.redaction("d9", of: "$m3")).map(\.isRemoved) == [true])
        _ = try await looks(Story.reaction("r10", "+1", to: "$m12"), Story.edit("e11", of: "$m12", "twelve"))
        let last = try await looks(Story.line("m12"))
        #expect(last.map(\.body) == ["twelve"])
        #expect(last.first?.reactions.map(\.key) == ["+1"])
        #expect(try await looks(Story.line("m13")).map(\.body) == ["m13"])
    }

    private func answer(_ name: String, to eventID: String) -> Message {
        Message(
            eventID: "$" + name, sender: "@bo:x", timestamp: 8, kind: .text, body: "yes", detail: nil, isRemoved: false,
            replyTo: eventID, transactionID: nil, source: "{}")
    }

    @Test func recentReactionsAreListed() async throws {
        try await receive(
            Story.line("m1"), Story.reaction("r2", "+1", to: "$m1"), Story.reaction("r3", "❤️", to: "$m1"),
            Story.reaction("r4", "no", to: "$m1", by: "@kim:x"), Story.reaction("r5", "+1", to: "$m0"))
        #expect(try database.messages.recentReactions(by: "@bo:x") == ["+1", "❤️"])
    }

    @Test func editBeforeItsMessageIsAppliedLater() async throws {
        try await receive(Story.edit("e3", of: "$m1", "better"))
        try await receive(Story.line("m1"))
        #expect(try database.timeline() == "better")
    }

    @Test func onlyTheSenderCanEdit() async throws {
        try await receive(Story.line("m1"), Story.edit("e2", of: "$m1", "worse", by: "@bo:x"))
        #expect(try database.timeline() == "m1")
        #expect(try message()?.isEdited == false)
    }

    @Test func editOfAnEditIsIgnored() async throws {
        try await receive(
            Story.line("m1"), Story.edit("e2", of: "$m1", "second"), Story.edit("e3", of: "$e2", "third"))
        #expect(try database.timeline() == "second")
    }

    @Test func newestEditWinsInAnyOrder() async throws {
        try await receive(Story.line("m1"), Story.edit("e5", of: "$m1", "five"), Story.edit("e3", of: "$m1", "three"))
        #expect(try database.timeline() == "five")
    }

    @Test func removingAnEditRestoresThePreviousOne() async throws {
        try await receive(Story.line("m1"), Story.edit("e2", of: "$m1", "two"), Story.edit("e3", of: "$m1", "three"))
        try await receive(Story.redaction("r4", of: "$e3"))
        #expect(try database.timeline() == "two")
        try await receive(Story.redaction("r5", of: "$e2"))
        #expect(try database.timeline() == "m1")
        #expect(try message()?.isEdited == false)
    }

    @Test func lastMessageShowsEditsAndIgnoresReactions() async throws {
        try await receive(Story.line("m1"), Story.line("m2"), Story.reaction("a3", "+1", to: "$m2"))
        let applied = try await receive(Story.edit("e4", of: "$m2", "better"))
        #expect(applied.chats.first?.lastMessage?.body == "better")
        #expect(try database.chats.all().first?.lastMessage?.eventID == "$m2")
        #expect(try database.chats.all().first?.lastActivity == 2)
    }

    @Test func reactionCountsOncePerPerson() async throws {
        try await receive(
            Story.line("m1"), Story.reaction("a2", "+1", to: "$m1"), Story.reaction("a3", "+1", to: "$m1"),
            Story.reaction("a4", "+1", to: "$m1", by: "@kim:x"), Story.reaction("a5", "tea", to: "$m1"))
        let reactions = try #require(try message()?.reactions)
        #expect(reactions.map(\.key) == ["+1", "tea"])
        #expect(reactions.map(\.count) == [2, 1])
        #expect(reactions.first?.eventID(of: "@bo:x") == "$a2")
        #expect(reactions.first?.eventID(of: "@ana:x") == nil)
    }

    @Test func removedReactionStaysRemoved() async throws {
        try await receive(Story.line("m1"), Story.reaction("a2", "+1", to: "$m1"))
        try await receive(Story.redaction("r3", of: "$a2", by: "@bo:x"))
        #expect(try message()?.reactions.isEmpty == true)
        try await receive(Story.reaction("a2", "+1", to: "$m1"))
        #expect(try message()?.reactions.isEmpty == true)
    }

    @Test func reactionRemovedInAdvanceIsNeverShown() async throws {
        try await receive(Story.line("m1"), Story.redaction("r3", of: "$a2", by: "@bo:x"))
        try await receive(Story.reaction("a2", "+1", to: "$m1"))
        #expect(try message()?.reactions.isEmpty == true)
    }

    @Test func removedMessageLeavesNoEditsOrReactionsOnDisk() async throws {
        try await receive(
            Story.line("m1"), Story.edit("e2", of: "$m1", "secret"), Story.reaction("a3", "+1", to: "$m1"))
        try await receive(Story.redaction("r4", of: "$m1"))
        try await receive(Story.edit("e5", of: "$m1", "secret again"), Story.reaction("a6", "+1", to: "$m1"))
        #expect(try database.timeline() == "-")
        #expect(try message()?.reactions.isEmpty == true)
        let left = try database.access.read { db in
            try Int.fetchOne(db, sql: "SELECT (SELECT count(*) FROM edits) + (SELECT count(*) FROM reactions)")
        }
        #expect(left == 0)
    }

    @Test func replyQuotesTheCurrentVersion() async throws {
        let reply = Message(
            eventID: "$m9", sender: "@bo:x", timestamp: 9, kind: .text, body: "yes", detail: nil, isRemoved: false,
            replyTo: "$m1", transactionID: nil, source: "{}")
        try await receive(reply)
        #expect(try message("$m9")?.quoted == nil)
        try await receive(Story.line("m1"), Story.edit("e2", of: "$m1", "tea?"))
        let quoted = QuotedMessage(eventID: "$m1", sender: "@ana:x", body: "tea?", isRemoved: false)
        #expect(try message("$m9")?.quoted == quoted)
        try await receive(Story.redaction("r3", of: "$m1"))
        #expect(try message("$m9")?.quoted?.isRemoved == true)
        #expect(try message("$m9")?.quoted?.body == "")
    }

    @Test func mentionsFollowTheNewestEdit() async throws {
        let both = MessageMentions(userIDs: ["@bo:x", "@kim:x"], isForRoom: true)
        var line = Story.line("m1")
        line.mentions = both
        try await receive(line)
        #expect(try message()?.mentions == both)
        let nobody = MessageMentions(userIDs: [], isForRoom: false)
        let content = EditedContent(kind: .text, body: "all", formattedBody: nil, mentions: nobody)
        try await receive(Story.relation("e2", .edit(of: "$m1", content)))
        #expect(try message()?.mentions == nobody)
        try await receive(Story.redaction("r3", of: "$m1"))
        #expect(try message()?.mentions == nil)
    }

    private func keep(_ edits: Message..., of eventID: String = "$m1") async throws {
        _ = try await database.messages.saveEdits(edits, of: eventID, chatID: Story.chatID)
    }

    private var wordings: [String]? {
        get throws { try database.messages.story(of: "$m1", chatID: Story.chatID)?.versions.map(\.body) }
    }

    @Test func fetchedEditsAreListedOnce() async throws {
        try await receive(Story.line("m1"), Story.edit("e5", of: "$m1", "third"))
        try await keep(Story.edit("e3", of: "$m1", "second"), Story.edit("e5", of: "$m1", "third"))
        #expect(try wordings == ["m1", "second", "third"])
        try await receive(Story.edit("e3", of: "$m1", "second"))
        #expect(try wordings == ["m1", "second", "third"])
        #expect(try database.timeline() == "third")
    }

    @Test func fetchedEditIsShownUntilRemoved() async throws {
        try await receive(Story.line("m1"))
        try await keep(Story.edit("e3", of: "$m1", "second"))
        #expect(try database.timeline() == "second")
        try await receive(Story.redaction("r4", of: "$e3"))
        #expect(try database.timeline() == "m1")
        try await keep(Story.edit("e3", of: "$m1", "second"))
        #expect(try database.timeline() == "m1")
    }

    @Test func unrelatedFetchedEventsAreNotStored() async throws {
        try await receive(Story.line("m1"), Story.line("m2"))
        try await keep(Story.edit("e3", of: "$m2", "other"), Story.line("m4"), Story.reaction("a5", "+1", to: "$m1"))
        #expect(try database.timeline() == "m1 m2")
        #expect(try message()?.reactions.isEmpty == true)
    }

    @Test func relationsAffectOnlyTheirOwnChat() async throws {
        try await receive(Story.line("m1"))
        var other = ChatChange(chatID: "!other", membership: .joined)
        let relations = [Story.edit("e2", of: "$m1", "better"), Story.reaction("a3", "+1", to: "$m1")]
        other.timeline = .init(messages: relations, isLimited: false, previousBatch: nil)
        _ = try await database.sync.apply(SyncSlice(changes: [other]))
        #expect(try database.timeline() == "m1")
        #expect(try message()?.reactions.isEmpty == true)
    }

    @Test func gapBeforeAReactionIsShownBeforeTheNextMessage() async throws {
        try await receive(Story.line("m1"))
        let reaction = Story.reaction("a8", "+1", to: "$m7")
        _ = try await database.sync.apply(Story.slice([reaction, Story.line("m9")], limited: true, before: "p8"))
        #expect(try database.timeline() == "m1 | m9")
        let gap = try #require(try database.gaps().first)
        let page = (2...7).reversed().map { Story.line("m\($0)") } + [Story.line("m1")]
        _ = try await database.messages.fillGap(chatID: Story.chatID, gap: gap, with: page, nextToken: "p1")
        #expect(try database.timeline() == "m1 m2 m3 m4 m5 m6 m7 m9")
        #expect(try message("$m7")?.reactions.count == 1)
    }

    @Test func windowCountsOnlyShownMessages() async throws {
        try await receive(Story.line("m1"), Story.line("m2"))
        for number in 3...40 { try await receive(Story.reaction("a\(number)", "\(number)", to: "$m2")) }
        try await receive(Story.line("m41"))
        let window = try database.messages.window(chatID: Story.chatID, endingAtLatest: 2)
        #expect(window.messages.map(\.message.body) == ["m2", "m41"])
        #expect(window.hasOlder && !window.hasNewer)
        #expect(try window.end == database.messages.position(ofEventID: "$m41", chatID: Story.chatID))
    }

    @Test func relationsOfEarlierVersionsAreMigrated() async throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("old.db")
        let old = try ProfileDatabase(path: path, migrations: Array(Migration.all.prefix(2)))
        try await old.access.write { db in
            let events: [(String, String, String, String)] = [
                ("$1", "text", "tea", #"{"type":"m.room.message","content":{"msgtype":"m.text","body":"tea"}}"#),
                (
                    "$2", "text", "* coffee",
                    #"""
                    {"type":"m.room.message","content":{"msgtype":"m.text","body":"* coffee",
                    "m.new_content":{"msgtype":"m.text","body":"coffee","m.mentions":{"user_ids":["@bo:x"],"room":true}},
                    "m.relates_to":{"rel_type":"m.replace","event_id":"$1"}}}
                    """#
                ),
                (
                    "$3", "unknown", "",
                    #"""
                    {"type":"m.reaction","content":{"m.relates_to":
                    {"rel_type":"m.annotation","event_id":"$1","key":"+1"}}}
                    """#
                ),
                ("$4", "unknown", "", #"{"type":"m.room.redaction","content":{"redacts":"$0"}}"#),
            ]
            for (index, event) in events.enumerated() {
                try db.execute(
                    sql: """
                        INSERT INTO messages
                            (chat_id, position, event_id, sender, timestamp, kind, body, is_removed, source)
                        VALUES ('!tea', ?, ?, '@ana:x', ?, ?, ?, 0, ?)
                        """, arguments: [index, event.0, index, event.1, event.2, event.3])
            }
            try db.execute(
                sql: """
                    INSERT INTO chats (id, membership, joined_count, invited_count, is_encrypted, notification_count,
                        highlight_count, last_activity, last_position, is_direct_invitation)
                    VALUES ('!tea', 'joined', 2, 0, 0, 0, 0, 1, 1, 0)
                    """)
        }
        old.close()
        let new = try ProfileDatabase(path: path)
        #expect(try new.timeline() == "coffee")
        let message = try new.messages.window(chatID: Story.chatID, endingAtLatest: 9).messages.first?.message
        #expect(message?.mentions == MessageMentions(userIDs: ["@bo:x"], isForRoom: true))
        #expect(message?.reactions == [MessageReaction(key: "+1", givers: [.init(userID: "@ana:x", eventID: "$3")])])
        #expect(try new.chats.all().first?.lastMessage?.body == "coffee")
        new.close()
    }
}
