import Conversations
import Testing

@testable import Storage

/// Tests the threads of a chat, in windows and as summaries.
@Suite(.timeLimit(.minutes(5))) struct ThreadTests {
    private let database: ProfileDatabase

    init() throws { database = try ProfileDatabase.inMemory() }

    private func answer(_ name: String, in thread: String, by sender: String = "@bo:x") -> Message {
        Message(
            eventID: "$" + name, sender: sender, timestamp: Int64(name.filter(\.isNumber)) ?? 0, kind: .text,
            body: name, detail: nil, isRemoved: false, threadID: thread, transactionID: nil, source: "{}")
    }

    private func apply(_ messages: [Message], limited: Bool = false, before token: String? = nil) async throws {
        _ = try await database.sync.apply(Story.slice(messages, limited: limited, before: token))
    }

    private func bodies(_ window: MessageWindow?) -> [String] { window?.messages.map(\.message.body) ?? [] }

    @Test func threadIsPagedWithoutOtherMessages() async throws {
        try await apply(Story.lines(1...3))
        for number in 4...20 {
            try await apply([answer("t\(number)", in: "$m2"), Story.line("m\(number)")])
        }
        let store = database.messages
        let latest = try store.window(chatID: "!tea", thread: "$m2", endingAtLatest: 5)
        #expect(bodies(latest) == ["t16", "t17", "t18", "t19", "t20"])
        #expect(latest.hasOlder)
        let first = try #require(latest.messages.first?.position)
        let older = try store.window(chatID: "!tea", thread: "$m2", before: first, limit: 50)
        #expect(bodies(older) == ["m2"] + (4...15).map { "t\($0)" })
        #expect(!older.hasOlder)
        #expect(older.hasNewer)
        let last = try #require(older.messages.last?.position)
        let newer = try store.window(chatID: "!tea", thread: "$m2", after: last, limit: 50)
        #expect(bodies(newer) == bodies(latest))
        #expect(!newer.hasNewer)
        #expect(newer.end == latest.end)
        #expect(bodies(try store.window(chatID: "!tea", thread: "$m2", around: "$t10", limit: 2)) == ["t9", "t10"])
        #expect(try store.window(chatID: "!tea", thread: "$m2", around: "$m10", limit: 3) == nil)
    }

    @Test func gapBeforeTheThreadRootIsNotInTheThread() async throws {
        try await apply([Story.line("m1")])
        try await apply([Story.line("m5"), answer("t6", in: "$m5")], limited: true, before: "p5")
        try await apply([answer("t9", in: "$m5")], limited: true, before: "p9")
        let window = try database.messages.window(chatID: "!tea", thread: "$m5", endingAtLatest: 10)
        #expect(bodies(window) == ["m5", "t6", "t9"])
        #expect(window.gaps.map(\.token) == ["p9"])
        #expect(!window.hasOlder)
    }

    @Test func missingThreadRootLeavesAGap() async throws {
        try await apply([Story.line("m5"), answer("t6", in: "$m3")], limited: true, before: "p5")
        let window = try database.messages.window(chatID: "!tea", thread: "$m3", endingAtLatest: 10)
        #expect(bodies(window) == ["t6"])
        #expect(window.gaps.map(\.token) == ["p5"])
        #expect(window.messages.first?.message.standsInThread == false)
    }

    @Test func threadReplyUpdatesTheRootSummary() async throws {
        try await apply([Story.line("m1")])
        let applied = try await database.sync.apply(
            Story.slice([answer("t2", in: "$m1"), answer("t3", in: "$m1", by: "@kim:x")]))
        let root = try #require(applied.changedMessages["!tea"]?.first?.message)
        #expect(
            root.thread == ThreadSummary(count: 2, newCount: 2, newestSender: "@kim:x", newestAt: 3))
        #expect(applied.newMessages["!tea"]?.allSatisfy(\.message.standsInThread) == true)
        let read = try await database.messages.save(ThreadRead(threadID: "$m1", eventID: "$t2"), chatID: "!tea")
        #expect(read.changedMessages["!tea"]?.first?.message.thread?.newCount == 1)
        // A read position never moves back.
        _ = try await database.messages.save(ThreadRead(threadID: "$m1", eventID: "$m1"), chatID: "!tea")
        let known = try database.messages.knownThreads(chatID: "!tea", userID: "@ana:x")
        #expect(known.unread["!tea"] == [UnreadThread(threadID: "$m1", count: 1, isMention: false)])
        let part = try database.messages.unread(of: "$m1", chatID: "!tea", userID: "@ana:x")
        #expect(part?.firstEventID == "$t3" && part?.count == 1)
    }

    @Test func threadRepliesOfAFirstSyncAreNotNew() async throws {
        try await apply([Story.line("m1"), answer("t2", in: "$m1")])
        let window = try database.messages.window(chatID: "!tea", endingAtLatest: 10)
        #expect(window.messages.first?.message.thread?.newCount == 0)
    }

    @Test func firstUnreadMessageOfAChatIgnoresThreads() async throws {
        try await apply([Story.line("m1", by: "@bo:x")])
        var change = Story.change([answer("t2", in: "$m1"), Story.line("m3", by: "@bo:x")])
        change.receipts = [ReadReceipt(userID: "@ana:x", eventID: "$m1", timestamp: 1)]
        _ = try await database.sync.apply(SyncSlice(changes: [change], token: nil))
        #expect(try database.messages.unread(chatID: "!tea", userID: "@ana:x")?.firstEventID == "$m3")
    }

    @Test func newThreadRepliesAreCountedAcrossAllChats() async throws {
        var mention = answer("t4", in: "$m2")
        mention.mentions = MessageMentions(userIDs: ["@ana:x"], isForRoom: false)
        for chatID in ["!tea", "!cake", "!none"] {
            var change = ChatChange(chatID: chatID, membership: .joined)
            change.timeline = .init(messages: Story.lines(1...2), isLimited: false, previousBatch: nil)
            _ = try await database.sync.apply(SyncSlice(changes: [change], token: nil))
            guard chatID != "!none" else { continue }
            let own = answer("t5", in: "$m1", by: "@ana:x")
            change.timeline = .init(
                messages: chatID == "!tea" ? [answer("t3", in: "$m1"), mention] : [own], isLimited: false,
                previousBatch: nil)
            _ = try await database.sync.apply(SyncSlice(changes: [change], token: nil))
        }
        let known = try database.messages.knownThreads(userID: "@ana:x")
        #expect(known.chatIDs == ["!tea", "!cake"])
        #expect(
            known.unread == [
                "!tea": [
                    UnreadThread(threadID: "$m1", count: 1, isMention: false),
                    UnreadThread(threadID: "$m2", count: 1, isMention: true),
                ]
            ])
        #expect(try database.messages.knownThreads(chatID: "!cake", userID: "@ana:x").unread.isEmpty)
    }

    @Test func threadsAreListedByNewestReply() async throws {
        try await apply(Story.lines(1...2))
        try await apply([answer("t3", in: "$m2"), answer("t4", in: "$m1"), answer("t5", in: "$m1", by: "@kim:x")])
        try await apply([answer("t6", in: "$gone")])
        let threads = try database.messages.threads(chatID: "!tea", limit: 9)
        #expect(threads.map(\.threadID) == ["$gone", "$m1", "$m2"])
        #expect(threads.map(\.root?.body) == [nil, "m1", "m2"])
        #expect(
            threads[1].summary == ThreadSummary(count: 2, newCount: 2, newestSender: "@kim:x", newestAt: 5))
        #expect(try database.messages.threads(chatID: "!tea", limit: 1).map(\.threadID) == ["$gone"])
    }
}
