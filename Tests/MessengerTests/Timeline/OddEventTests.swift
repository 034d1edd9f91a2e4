import Conversations
import MatrixAPI
import MatrixClient
import Storage
import Testing
import ViewModels

@testable import Engine
@testable import Messenger
@testable import Presentation

/// Tests events that are well-formed but make no sense in a chat.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct OddEventTests {
    @Test func multilineTopicIsShownOnOneRow() {
        let topic = String(repeating: "water the beans\n", count: 4_000)
        let message = Story.line(1, topic, kind: .chatTopic).message
        #expect(message.text.contains("water the beans water"))
        #expect(message.text.count < 300 && !message.text.contains("\n") && message.text.contains("…"))
        #expect(Story.line(2, "short", kind: .chatTopic).message.text.contains("short"))
        #expect(Story.line(3, topic, kind: .chatName).message.text.count < 300)
        #expect(Story.line(4, topic, kind: .chatEnd).message.text.count < 300)
    }

    @Test func tombstonePointingToSameChatIsIgnored() async throws {
        let bench = try Workbench()
        bench.queue.open()
        func end(_ chatID: String) -> JSONValue {
            Story.event(
                "e" + chatID, "m.room.tombstone", stateKey: "",
                content: ["replacement_room": .string(chatID), "body": "x"])
        }
        try await bench.sync(state: [end(Story.chatID)], [Story.event("1")])
        #expect(try bench.database.chats.chat(id: Story.chatID)?.replacement == nil)
        try await bench.sync(state: [end("!other")], [Story.event("2")])
        #expect(try bench.database.chats.chat(id: Story.chatID)?.replacement?.chatID == "!other")
    }

    @Test(arguments: ["", " ", "\u{FE0F}", "\u{200D}"]) func reactionWithoutVisibleKeyIsIgnored(key: String)
        async throws
    {
        let bench = try Workbench()
        bench.queue.open()
        func reaction(_ id: String, _ key: String) -> JSONValue {
            Story.event(
                id, "m.reaction", by: Story.kim,
                content: ["m.relates_to": ["rel_type": "m.annotation", "event_id": "$1", "key": .string(key)]])
        }
        try await bench.sync([Story.event("1"), reaction("2", key), reaction("3", "👍")])
        #expect(RowWords.lines(try bench.database.rows()).last == "bo: hello 👍 1")
    }

    @Test func notificationOfRemovedMessageDisappears() async throws {
        let bench = try Workbench()
        bench.queue.open()
        bench.state.notice.add(1, chatID: "!a", text: "look", eventID: "$1")
        bench.state.notice.add(1, chatID: "!b", text: "one", eventID: "$2")
        bench.state.notice.add(1, chatID: "!b", text: "two", eventID: "$3")
        bench.state.notice.forget(["$1", "$3"])
        #expect(bench.state.notice.chatIDs == ["!b"] && bench.state.notice.count == 1)
        #expect(bench.state.notice.newest.text.isEmpty)
        bench.state.notice.forget(["$2"])
        #expect(bench.state.notice.count == 1)
    }

    /// This holds even if the server still counts it.
    @Test func removedMessageIsNotNotifiedEvenIfCounted() async throws {
        let bench = try Workbench()
        bench.queue.open()
        let redaction = Story.event("2", "m.room.redaction", content: ["redacts": "$1"])
        try await receive([Story.event("1", content: ["msgtype": "m.text", "body": "look"])], bench)
        #expect(bench.state.notice.newest.text.contains("look"))
        try await receive([redaction], bench)
        #expect(bench.state.notice.count == 0 && bench.state.notice.newest.text.isEmpty)
    }

    @Test func forbiddenAndNotFoundMeanNotInRoom() {
        func refusal(_ code: String, _ status: Int) -> MatrixClientError {
            .matrix(MatrixError(.init(rawValue: code), "no"), status: status, retryAfterMilliseconds: nil)
        }
        #expect(refusal("M_FORBIDDEN", 403).saysNotInRoom && refusal("M_NOT_FOUND", 404).saysNotInRoom)
        #expect(!refusal("M_UNKNOWN", 403).saysNotInRoom && !refusal("M_LIMIT_EXCEEDED", 429).saysNotInRoom)
        #expect(!MatrixClientError.notMatrix(status: 403).saysNotInRoom)
    }

    @Test func earlyEchoReplacesSentLine() {
        func rows(_ lines: [OutboxLine], _ messages: [PlacedMessage]) -> Int {
            ChatRowsBuilder(
                window: Story.window(messages), outbox: lines, names: MemberNames(Story.members), readPositions: [:],
                newLinePosition: nil, isLoadingOlder: false, isDirect: false, isOnline: true, ownUserID: Story.ana,
                time: Story.time
            ).build().filter { if case .message = $0.content { true } else { false } }.count
        }
        var underWay = Story.outboxLine("tea?")
        underWay.mayHaveLeft = true
        let waiting = Story.outboxLine("tea?")
        let echo = Story.line(1, "tea?", by: Story.ana)
        #expect(rows([underWay], [echo]) == 1)
        // Each line has a separate echo.
        var second = Story.outboxLine("tea?")
        second.mayHaveLeft = true
        #expect(rows([underWay, second], [echo]) == 2)
        #expect(rows([waiting], [echo]) == 2)
        #expect(rows([underWay], [Story.line(1, "milk?", by: Story.ana)]) == 2)
        #expect(rows([underWay], [Story.line(1, "tea?", by: Story.bo)]) == 2)
        #expect(rows([underWay], [Story.line(1, "tea?", by: Story.ana, at: Story.noon - Story.day)]) == 2)
    }

    private func receive(_ timeline: [JSONValue], _ bench: Workbench) async throws {
        let room: JSONValue = [
            "timeline": ["events": .array(timeline)],
            "unread_notifications": ["notification_count": 1, "highlight_count": 1],
        ]
        let response = try #require(
            SyncResponse(json: ["next_batch": "s", "rooms": ["join": .object(["!else": room])]]))
        // Another chat is open.
        try await bench.sync([Story.event("x")])
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        await bench.answered()
        for slice in SyncTranslator(userID: Story.ana).slices(of: response, now: Story.noon) {
            bench.queue.post(SyncEvent.received(try await bench.database.sync.apply(slice), isFirstSync: false))
        }
        await bench.answered()
    }
}
