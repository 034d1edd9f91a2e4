import Conversations
import MatrixAPI
import Storage
import Testing

@testable import Engine
@testable import Messenger

/// Tests unread and mention counts of encrypted chats. This device counts them, since the server can't read the
/// messages.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct UnreadRecountTests {
    private let bench: Workbench
    private let recount = UnreadRecount.withMentions(of: Story.ana)

    init() throws {
        bench = try Workbench()
        bench.queue.open()
    }

    private func take(
        _ timeline: [Message], counted: Int, read: String? = nil, level: NotificationLevel? = nil
    ) async throws {
        var change = ChatChange(chatID: Story.chatID, membership: .joined)
        change.isEncrypted = .set(true)
        change.timeline = .init(messages: timeline, isLimited: false, previousBatch: nil)
        (change.notificationCount, change.highlightCount) = (.set(counted), .set(0))
        if let read { change.receipts = [ReadReceipt(userID: Story.ana, eventID: read, timestamp: 1)] }
        var slice = SyncSlice(changes: [change])
        if let level { slice.notificationLevels = [Story.chatID: level] }
        try await tell(bench.database.sync.apply(slice, recount: recount))
    }

    private func tell(_ applied: AppliedSlice) async throws {
        bench.queue.post(SyncEvent.received(applied, isFirstSync: false))
        await bench.answered()
    }

    /// Opens another chat.
    private func lookElsewhere() async throws {
        var change = ChatChange(chatID: "!other", membership: .joined)
        change.timeline = .init(messages: [Story.line(1).message], isLimited: false, previousBatch: nil)
        try await tell(bench.database.sync.apply(SyncSlice(changes: [change])))
    }

    private static func mention(_ id: String, by sender: String = Story.bo) -> Message {
        let event = Story.event(
            id, by: sender,
            content: ["msgtype": "m.text", "body": "tea?", "m.mentions": ["user_ids": [.string(Story.ana)]]])
        return read(event)
    }

    private static func read(_ event: JSONValue) -> Message {
        let opened = MessageEncryption.opened(sessionID: "s", index: 1)
        return MatrixEvent(json: event).map { MessageDecoder.message(from: $0, encryption: opened) }
            ?? Story.line(1).message
    }

    private static let reaction = read(
        Story.event(
            "r", "m.reaction", content: ["m.relates_to": ["rel_type": "m.annotation", "event_id": "$1", "key": "+"]]))

    private var stored: Chat? { get throws { try bench.database.chats.chat(id: Story.chatID) } }

    @Test func locallyFoundMentionsCountUntilRead() async throws {
        try await take([Story.line(1).message], counted: 0, read: "$1")
        try await take([Story.line(2).message, Self.mention("3"), Self.mention("4", by: Story.ana)], counted: 2)
        #expect(bench.state.chatList.chat(Story.chatID)?.highlightCount == 1)
        let summary = try UnreadSummary(chats: bench.database.chats.all())
        #expect(summary.mentions == 1 && summary.total == 2)
        try await take([Story.line(5).message], counted: 1, read: "$3")
        #expect(try stored?.highlightCount == 0)
    }

    @Test func reactionIsNotCountedAsMessage() async throws {
        try await take([Story.line(1).message], counted: 0, read: "$1")
        try await take([Story.line(2).message, Self.reaction], counted: 2)
        #expect(try stored?.notificationCount == 1)
    }

    /// A verification request raises a separate notice.
    @Test func verificationRequestIsNotCountedAsMessage() async throws {
        try await lookElsewhere()
        try await take([Story.line(1).message], counted: 0, read: "$1")
        let content: JSONValue = ["msgtype": "m.key.verification.request", "body": "verify me"]
        try await take([Self.read(Story.event("2", content: content))], counted: 1)
        #expect(try stored?.unreadCount == 0)
        #expect(try stored?.lastMessage?.eventID == "$1")
        #expect(bench.state.notice.count == 0)
    }

    @Test func laterDecryptedMentionNotifies() async throws {
        try await lookElsewhere()
        let session = RoomSession(chatID: Story.chatID, sessionID: "s")
        let sealed = Story.line(
            2, kind: .encrypted, encryption: .sealed(.awaitsKey, sessionID: session.sessionID))
        try await take([Story.line(1).message], counted: 0, read: "$1", level: .mentions)
        try await take([sealed.message], counted: 0)
        #expect(bench.state.notice.count == 0)
        let chat = bench.state.chatList.chat(Story.chatID)
        #expect(chat?.hasMention == false)

        try await tell(bench.database.encryption.open([Self.mention("2")], of: session, recount: recount))
        #expect(bench.state.notice.chatIDs == [Story.chatID] && bench.state.notice.count == 1)
        #expect(bench.state.chatList.nextUnread == Story.chatID)
        #expect(try stored?.unreadCount == 1)
    }
}
