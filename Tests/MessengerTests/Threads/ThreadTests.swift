import Conversations
import MatrixAPI
import Storage
import Testing
import ViewModels

@testable import Engine
@testable import Messenger

/// Tests threads, which are a view of a chat (client-server API, "Threading").
@MainActor
@Suite(.timeLimit(.minutes(5))) struct ThreadTests {
    private let bench: Workbench

    init() async throws {
        bench = try Workbench()
        bench.queue.open()
        bench.queue.post(
            ChatEvent.loaded(
                chats: [], areAll: true, ignoredUserIDs: [], drafts: [], outbox: [], openChatID: nil))
        try await bench.sync(
            state: [Story.ana, Story.bo, Story.kim].map { Story.membership("in " + $0, of: $0, "join") },
            [Story.event("root", content: ["msgtype": "m.text", "body": "Where is the kettle?"])])
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        await bench.answered()
    }

    private func said(
        _ id: String, _ body: String, by sender: String = Story.bo, in thread: String? = "$root",
        calling: [String] = []
    ) -> JSONValue {
        var content: JSONValue = ["msgtype": "m.text", "body": .string(body)]
        content["m.mentions"] = ["user_ids": .array(calling.map(JSONValue.string))]
        if let thread {
            content["m.relates_to"] = [
                "rel_type": "m.thread", "event_id": .string(thread), "is_falling_back": true,
                "m.in_reply_to": ["event_id": .string(thread)],
            ]
        }
        return Story.event(id, by: sender, content: content)
    }

    private func hear(_ timeline: JSONValue...) async throws {
        try await bench.sync(timeline)
        await bench.answered()
    }

    private func openThread(_ id: String = "$root") async {
        bench.queue.post(ThreadEvent.opened(threadID: id, chatID: Story.chatID))
        await bench.answered()
    }

    private func send(_ text: String) async throws -> OutboxLine {
        let place = try #require(bench.state.composer.place)
        bench.queue.post(ComposerEvent.submitted(text: text, of: place))
        await bench.kept()
        return try #require(bench.state.outbox.lines.last)
    }

    private var rows: [String] { RowWords.lines(bench.openChat.rows).filter { !$0.hasPrefix("--") } }

    private var threads: [String] {
        bench.openChat.rows.compactMap { row in
            guard case .message(let message) = row.content, !message.thread.isEmpty else { return nil }
            return message.thread.string
        }
    }

    @Test func threadRepliesAreCountedAndHiddenInChat() async throws {
        try await hear(said("a", "In the sink."), said("b", "No, on the stove.", by: Story.kim))
        try await hear(said("c", "Lunch?", in: nil))
        #expect(rows.map { $0.split(separator: ":").last } == [" Where is the kettle?", " Lunch?"])
        let summary = try #require(threads.first)
        #expect(summary.hasPrefix("2 replies, newest by \(Story.kim) "))
        #expect(summary.hasSuffix(" · 2 new"))
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        await bench.answered()
        #expect(threads == [summary])
        #expect(rows.count == 2)
    }

    @Test func threadShowsRootRepliesAndNewReplies() async throws {
        try await hear(said("a", "In the sink."), said("c", "Lunch?", in: nil))
        await openThread()
        #expect(bench.openChat.title.string.hasSuffix(" · Thread: Where is the kettle?"))
        #expect(rows.map { $0.split(separator: ":").last } == [" Where is the kettle?", " In the sink."])
        try await hear(said("d", "Which?"), said("e", "Now?", in: nil))
        #expect(rows.map { $0.split(separator: ":").last } == [" Where is the kettle?", " In the sink.", " Which?"])
        bench.openChat.leaveThread?()
        await bench.answered()
        #expect(rows.map { $0.split(separator: ":").last } == [" Where is the kettle?", " Lunch?", " Now?"])
        #expect(bench.openChat.jump?.selects == true)
        #expect(bench.openChat.leaveThread == nil)
    }

    /// - Returns: The status of the last row that has one.
    private func hearRead(_ eventID: String, by reader: String, in thread: String?) async throws -> String {
        var receipt: JSONValue = ["ts": 1]
        if let thread { receipt["thread_id"] = .string(thread) }
        let event: JSONValue = [
            "type": "m.receipt", "content": .object([eventID: ["m.read": .object([reader: receipt])]]),
        ]
        try await bench.sync(ephemeral: [event])
        await bench.answered()
        let statuses = bench.openChat.rows.compactMap { row -> String? in
            guard case .message(let message) = row.content, !message.status.isEmpty else { return nil }
            return message.status.string
        }
        return statuses.last ?? ""
    }

    @Test func threadMessageIsReadByThreadReceipt() async throws {
        try await hear(said("a", "In the sink.", by: Story.ana), said("c", "Lunch?", in: nil))
        await openThread()
        let statuses = [
            try await hearRead("$c", by: Story.bo, in: nil), try await hearRead("$a", by: Story.bo, in: "$other"),
            try await hearRead("$a", by: Story.bo, in: "$root"),
        ]
        // The chat has three members.
        #expect(statuses == ["sent", "sent", "read by @bo:x"])
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        await openThread()
        let status = try await hearRead("$c", by: Story.bo, in: nil)
        #expect(status == "read by @bo:x")
    }

    @Test func repliesOfUnknownThreadAreShownInChat() async throws {
        try await hear(said("a", "An answer to what was said long ago", in: "$old"))
        #expect(rows.last?.hasSuffix("An answer to what was said long ago") == true)
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        await bench.answered()
        #expect(rows.last?.hasSuffix("An answer to what was said long ago") == true)
    }

    @Test func threadMessageHasRelationWithReplyFallback() async throws {
        try await hear(said("a", "In the sink."))
        await openThread()
        let line = try await send("Thanks")
        let relation = try JSONValue(parsing: line.content)["m.relates_to"]
        #expect(
            relation == [
                "rel_type": "m.thread", "event_id": "$root", "is_falling_back": true,
                "m.in_reply_to": ["event_id": "$a"],
            ])
        #expect(rows.last?.contains("Thanks") == true)
        bench.openChat.leaveThread?()
        await bench.answered()
        #expect(!rows.contains { $0.contains("Thanks") })
        #expect(threads.first?.hasSuffix("1 not sent") == true)
    }

    @Test func pollInThreadIsSentToThread() async throws {
        try await hear(said("a", "In the sink."))
        await openThread()
        let line = try await send("/poll Whose turn? | Bo's | Kim's")
        #expect(line.kind == .poll)
        #expect(line.threadID == "$root")
        bench.openChat.leaveThread?()
        await bench.answered()
        #expect(!rows.contains { $0.contains("Whose turn?") })
    }

    @Test func replyInThreadNamesItsTarget() async throws {
        try await hear(said("a", "In the sink."))
        await openThread()
        bench.queue.post(MessageActionEvent.replying(to: .event("$root")))
        let line = try await send("That one")
        let relation = try JSONValue(parsing: line.content)["m.relates_to"]
        #expect(
            relation == [
                "rel_type": "m.thread", "event_id": "$root", "is_falling_back": false,
                "m.in_reply_to": ["event_id": "$root"],
            ])
    }

    @Test func threadHasItsOwnDraft() async throws {
        let place = try #require(bench.state.composer.place)
        bench.queue.post(ComposerEvent.edited(text: "for all", of: place))
        await openThread()
        #expect(bench.state.composer.text == "")
        let thread = try #require(bench.state.composer.place)
        bench.queue.post(ComposerEvent.edited(text: "for the thread", of: thread))
        bench.openChat.leaveThread?()
        #expect(bench.state.composer.text == "for all")
        await bench.answered()
        await openThread()
        #expect(bench.state.composer.text == "for the thread")
        _ = try await send("for the thread")
        #expect(try bench.database.drafts.all() == [Draft(chatID: Story.chatID, text: "for all")])
    }

    @Test func threadReplyIsNewUntilShownInThread() async throws {
        try await hear(said("a", "In the sink."))
        let first = try #require(bench.state.timeline.window.messages.first?.position)
        bench.queue.post(ReadMarkerEvent.presented([first, first + 1], chatID: Story.chatID))
        bench.queue.post(ReadMarkerEvent.keyPressed)
        await bench.kept()
        #expect(threads.first?.hasSuffix("1 new") == true)
        await openThread()
        bench.queue.post(ReadMarkerEvent.presented([first, first + 1], chatID: Story.chatID))
        bench.queue.post(ReadMarkerEvent.keyPressed)
        await bench.kept()
        await bench.answered()
        bench.openChat.leaveThread?()
        await bench.answered()
        #expect(threads.first?.hasSuffix("new") == false)
    }

    /// A receipt for the thread, one for the whole chat, and one for the main timeline only.
    @Test(arguments: ["$root", nil, "main"])
    func threadOrUnthreadedReceiptMarksThreadRead(thread: String?) async throws {
        try await hear(said("a", "In the sink."), said("c", "Lunch?", in: nil))
        #expect(threads.first?.hasSuffix("1 new") == true)
        #expect(bench.state.threads.chatIDs == [Story.chatID])
        _ = try await hearRead("$\(thread == "$root" ? "a" : "c")", by: Story.ana, in: thread)
        #expect(threads.first?.hasSuffix("new") == (thread == "main"))
        #expect(bench.state.threads.chatIDs.isEmpty == (thread != "main"))
    }

    @Test func ownReplyFromOtherDeviceMarksThreadRead() async throws {
        try await hear(said("a", "In the sink."))
        try await hear(said("b", "Found it", by: Story.ana))
        #expect(threads.first?.hasPrefix("2 replies, newest by") == true)
        #expect(threads.first?.hasSuffix("new") == false)
    }

    @Test func catchUpOpensUnreadThread() async throws {
        try await hear(said("a", "In the sink."))
        bench.queue.post(NavigationEvent.catchUp)
        await bench.answered()
        #expect(bench.state.timeline.threadID == "$root")
        #expect(bench.state.nextUnread.next == nil)
    }

    @Test func threadWithMentionPrecedesOtherChats() async throws {
        bench.state.chatList.merge([Story.chat("!garden", unread: 3)])
        try await hear(said("a", "In the sink."))
        #expect(bench.state.nextUnread.next == .chat("!garden"))
        try await hear(said("b", "Ana?", calling: [Story.ana]))
        #expect(bench.state.nextUnread.next == .thread("$root", chatID: Story.chatID))
    }

    @Test func threadNotificationSaysItIsFromThread() async throws {
        try await hear(said("a", "In the sink."))
        let message = try #require(
            try bench.database.messages.window(chatID: Story.chatID, endingAtLatest: 1).messages.last?.message)
        let chat = try #require(bench.state.chatList.chats[Story.chatID])
        let arrival = Arrival(in: chat, last: message, count: 1, isMention: false)
        #expect(arrival.text.hasPrefix("in a thread: "))
        #expect(arrival.text.hasSuffix("In the sink."))
    }

    @Test func removedReplyIsSubtractedFromThreadCount() async throws {
        try await hear(said("a", "In the sink."), said("b", "No", by: Story.kim))
        try await hear(
            Story.event("gone", "m.room.redaction", by: Story.kim, content: ["redacts": "$b"]))
        #expect(threads.first?.hasPrefix("1 reply, by \(Story.bo)") == true)
        #expect(rows.count == 1)
    }

    @Test func threadRootOpensThreadAndOthersStartOne() async throws {
        try await hear(said("a", "In the sink."), said("c", "Lunch?", in: nil))
        let actions = bench.openChat.rows.compactMap { bench.openChat.actions($0.id) }
        #expect(actions.map(\.hasThread) == [true, false])
        actions.last?.openThread()
        await bench.answered()
        #expect(bench.state.timeline.threadID == "$c")
        #expect(rows.count == 1)
        #expect(bench.openChat.rows.compactMap { bench.openChat.actions($0.id) }.first?.openThread.reason != nil)
    }
}
