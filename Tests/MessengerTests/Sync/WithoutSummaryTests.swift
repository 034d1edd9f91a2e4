import Conversations
import MatrixAPI
import Storage
import Testing
import ViewModels

@testable import Engine
@testable import Messenger
@testable import Presentation

/// Tests syncs without a room's heroes and member counts, and with wrong clocks of servers.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct WithoutSummaryTests {
    private func join(_ userID: String, _ name: String) -> JSONValue {
        Story.event(
            "m" + userID, "m.room.member", by: userID, stateKey: userID,
            content: ["membership": "join", "displayname": .string(name)])
    }

    private func said(_ id: String, by sender: String, at time: JSONValue = .integer(Story.noon)) -> JSONValue {
        var event = Story.event(id, by: sender)
        event["origin_server_ts"] = time
        return event
    }

    private func apply(
        _ rooms: [String: JSONValue], to database: ProfileDatabase, leastActivity: Int64? = nil
    ) async throws {
        let response = try #require(SyncResponse(json: ["next_batch": "s", "rooms": ["join": .object(rooms)]]))
        var translator = SyncTranslator(userID: Story.ana)
        translator.leastActivity = leastActivity
        for slice in translator.slices(of: response, now: Story.noon) { _ = try await database.sync.apply(slice) }
    }

    @Test func chatNameIsMadeFromKnownMembers() async throws {
        let database = try ProfileDatabase.inMemory()
        let two: [JSONValue] = [join(Story.ana, "ana"), join(Story.bo, "bo")]
        let blank = Story.event("n", "m.room.name", stateKey: "", content: ["name": "  "])
        try await apply(
            [
                "!a": ["state": ["events": .array(two)], "timeline": ["events": [said("1", by: Story.bo)]]],
                "!b": [
                    "state": ["events": .array(two + [join(Story.kim, "kim"), blank])],
                    "timeline": ["events": [said("2", by: Story.kim)]],
                ],
                "!c": ["state": ["events": .array([two[0]])]],
            ], to: database)
        let chats = Dictionary(uniqueKeysWithValues: try database.chats.all().map { ($0.id, $0) })
        #expect(chats.mapValues(Naming.chat) == ["!a": "bo", "!b": "bo and kim", "!c": "Empty chat"])
        #expect(chats.mapValues(\.joinedCount) == ["!a": 2, "!b": 3, "!c": 1])
        #expect(chats["!a"]?.isBetweenTwo == true && chats["!b"]?.isBetweenTwo == false)
        let bench = try Workbench()
        bench.state.chatList.load(chats: Array(chats.values))
        let list = bench.chatList
        let rows = (0..<list.rows.count).map { list.item(list.rows[$0]) }
        #expect(Set(rows.map(\.message.string)) == ["hello", "kim: hello", ""])
        // The server's summary takes precedence once there is one.
        try await apply(
            ["!b": ["summary": ["m.heroes": [.string(Story.kim)], "m.joined_member_count": 2]]], to: database)
        #expect(try database.chats.chat(id: "!b").map(Naming.chat) == "kim")
    }

    @Test func arrivalMovesChatUpDespiteWrongTimestamp() async throws {
        let database = try ProfileDatabase.inMemory()
        let old = Story.noon - 5 * Story.day
        try await apply(
            [
                "!a": ["timeline": ["events": [said("1", by: Story.bo)]]],
                "!b": ["timeline": ["events": [said("2", by: Story.bo, at: .integer(old))]]],
                "!c": ["timeline": ["events": [said("3", by: Story.bo, at: "1795704654339")]]],
            ], to: database)
        #expect(try database.chats.all().map(\.id) == ["!a", "!b", "!c"])
        #expect(try database.chats.chat(id: "!c")?.lastMessage?.timestamp == 0)
        try await apply(
            ["!b": ["timeline": ["events": [said("4", by: Story.bo, at: .integer(old + 1))]]]], to: database,
            leastActivity: Story.noon + 1)
        #expect(try database.chats.all().map(\.id) == ["!b", "!a", "!c"])
        #expect(try database.chats.chat(id: "!b")?.lastMessage?.timestamp == old + 1)
        try await apply(
            ["!c": ["timeline": ["events": [said("5", by: Story.bo, at: .double(1.5e300))]]]], to: database,
            leastActivity: Story.noon + 2)
        #expect(try database.chats.all().map(\.id) == ["!c", "!b", "!a"])
        // The event's timestamp is wrong, so the time of its arrival is used.
        #expect(try database.chats.chat(id: "!c")?.lastMessage?.timestamp == Story.noon)
    }

    @Test func unknownTimeIsLeftEmpty() {
        let time = TimeText(now: Story.noon, usesTwelveHours: false)
        #expect(time.clock(0).isEmpty && time.short(0).isEmpty && time.date(0).isEmpty && time.moment(0) == "–")
        let window = Story.window([Story.line(1), Story.line(2, at: 0), Story.line(3)])
        let rows = ChatRowsBuilder(
            window: window, outbox: [], names: MemberNames(Story.members), readPositions: [:], newLinePosition: nil,
            isLoadingOlder: false, isDirect: false, isOnline: true, ownUserID: Story.ana, time: Story.time
        ).build()
        #expect(RowWords.lines(rows).filter { $0.hasPrefix("--") }.count == 1)
    }

    @Test func anInvitationHasNoUnreadMessages() async throws {
        let database = try ProfileDatabase.inMemory()
        try await apply(
            [
                "!g": [
                    "timeline": ["events": [said("1", by: Story.kim)]],
                    "unread_notifications": ["notification_count": 206, "highlight_count": 2],
                ]
            ], to: database)
        #expect(try database.chats.chat(id: "!g")?.unreadCount == 206)
        let out = Story.event(
            "2", "m.room.member", by: Story.bo, stateKey: Story.ana, content: ["membership": "leave"])
        let left: JSONValue = ["leave": ["!g": ["timeline": ["events": [out]]]]]
        let asked: JSONValue = [
            "invite": [
                "!g": [
                    "invite_state": [
                        "events": [
                            [
                                "type": "m.room.member", "state_key": .string(Story.ana), "sender": .string(Story.bo),
                                "content": ["membership": "invite"],
                            ]
                        ]
                    ]
                ]
            ]
        ]
        for rooms in [left, asked] {
            let response = try #require(SyncResponse(json: ["next_batch": "t", "rooms": rooms]))
            for slice in SyncTranslator(userID: Story.ana).slices(of: response, now: Story.noon) {
                _ = try await database.sync.apply(slice)
            }
        }
        let chat = try #require(try database.chats.chat(id: "!g"))
        #expect(chat.membership == .invited && chat.unreadCount == 0 && !chat.hasMention && chat.isWaiting)
    }
}
