import Conversations
import MatrixAPI
import Storage
import Testing
import ViewModels

@testable import Engine
@testable import Messenger
@testable import Presentation

/// Tests that users with homoglyph names are distinguished by their Matrix IDs wherever their names are shown.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct NamesakeTests {
    nonisolated private static let one = "@alex:one.x"
    nonisolated private static let two = "@alex:two.x"

    private func member(_ userID: String, _ name: String?) -> JSONValue {
        var content: JSONValue = ["membership": "join"]
        content["displayname"] = name.map { .string($0) }
        return Story.event("m" + userID, "m.room.member", by: userID, stateKey: userID, content: content)
    }

    private func names(_ people: [(String, String?)]) -> MemberNames {
        MemberNames(
            Dictionary(
                uniqueKeysWithValues: people.map {
                    ($0.0, ChatMember(userID: $0.0, displayName: $0.1, membership: "join"))
                }))
    }

    @Test func localpartCountsAsNameForNamesakes() {
        let nameless = names([(Self.one, nil), (Self.two, nil), (Story.kim, "Kim")])
        #expect(nameless.name(of: Self.one) == Self.one && nameless.name(of: Self.two) == Self.two)
        #expect(nameless.name(of: Story.kim) == "Kim")
        let named = names([(Self.one, nil), (Self.two, "Аlex")])
        #expect(named.name(of: Self.one) == Self.one)
        #expect(named.name(of: Self.two) == "Аlex (@alex:two.x)")
        // A user who left, and about whom nothing is known.
        #expect(named.name(of: "@alex:three.x") == "@alex:three.x")
        #expect(names([(Self.one, nil)]).name(of: Self.one) == "alex")
    }

    @Test(arguments: ["@bo:x", "＠bo:x", "@bo∶x", "Bo (@bo:x)", "@ bo @bo:x", "@BO:X"])
    func nameLikeMatrixIDIsShownWithRealID(name: String) {
        #expect(names([(Self.one, name)]).name(of: Self.one) == "\(name) (\(Self.one))")
        #expect(Naming.person(ChatPerson(userID: Self.one, displayName: name)) == "\(name) (\(Self.one))")
    }

    @Test func ownMatrixIDIsAllowedAsName() {
        #expect(names([(Self.one, Self.one)]).name(of: Self.one) == Self.one)
        #expect(names([(Self.one, "alex (@alex:one.x)")]).name(of: Self.one) == "alex (@alex:one.x)")
        for name in ["bo@work", "bo: away", "10:30 @ home", "@bo"] {
            #expect(names([(Self.one, name)]).name(of: Self.one) == name)
        }
    }

    @Test(arguments: ["", "   ", "\u{200B}\u{2060}", "\u{3164}", "\u{2800}", "\u{AD}\n\t", "\u{202E}", "\u{301}"])
    func invisibleNameCountsAsNone(blank: String) {
        #expect(names([(Self.one, blank)]).name(of: Self.one) == "alex")
        #expect(Naming.person(ChatPerson(userID: Self.one, displayName: blank)) == "alex")
        var chat = Story.chat(Story.chatID)
        (chat.givenName, chat.canonicalAlias) = (blank, "#tea:x")
        #expect(Naming.chat(chat) == "#tea:x")
        chat.canonicalAlias = blank
        (chat.heroes, chat.joinedCount) = ([ChatPerson(userID: Story.bo, displayName: blank)], 2)
        #expect(Naming.chat(chat) == "bo")
    }

    @Test func nameFromEventIsCheckedForNamesakes() throws {
        let names = names([(Self.one, nil), (Story.kim, "Kim")])
        #expect(names.name(of: Self.two, as: "alex") == "alex (@alex:two.x)")
        #expect(names.name(of: Story.kim, as: "Kim") == "Kim")
        #expect(names.name(of: Story.bo, as: "Kim") == "Kim (@bo:x)")
        #expect(names.name(of: Story.bo, as: " ") == "bo")
    }

    @Test func directChatNamesakesAreDistinguished() async throws {
        let bench = try Workbench()
        bench.queue.open()
        try await receive(
            [
                "!d1": room(with: Self.one, nil), "!d2": room(with: Self.two, nil), "!d3": room(with: Story.kim, "Kim"),
                "!g": ["state": ["events": [Story.event("n", "m.room.name", stateKey: "", content: ["name": "kim"])]]],
            ], bench)
        let list = bench.chatList
        let shown = Set((0..<list.rows.count).map { list.item(list.rows[$0]).contact.string })
        #expect(shown == [Self.one, Self.two, "Kim (@kim:x)", "kim"])
        #expect(Set(ChatNamesakes.marked(try bench.database.chats.all()).map(Naming.chat)) == shown)
        #expect(Set(bench.state.chatList.chats.values.map(Naming.chat)) == shown)
        // Once the other user is gone, the short name suffices.
        bench.state.chatList.remove("!d2")
        #expect(bench.state.chatList.chats["!d1"].map(Naming.chat) == "alex")
    }

    @Test func groupSendersWithSameNameAreDistinguished() async throws {
        let bench = try Workbench()
        bench.queue.open()
        let said = Story.event("1", by: Self.two, content: ["msgtype": "m.text", "body": "hi"])
        try await receive(
            [
                Story.chatID: [
                    "state": [
                        "events": [member(Story.ana, "Ana"), member(Self.one, nil), member(Self.two, "alex")]
                    ],
                    "timeline": ["events": [said]],
                ]
            ], bench)
        let list = bench.chatList
        #expect(list.item(list.rows[0]).message.string == "alex (@alex:two.x): hi")
        #expect(list.item(list.rows[0]).contact.string == "@alex:one.x and alex (@alex:two.x)")
        let records = MessageRecords(
            chatID: Story.chatID, members: try bench.database.chats.members(chatID: Story.chatID), ownUserID: Story.ana)
        let window = try bench.database.messages.window(chatID: Story.chatID, endingAtLatest: 5)
        let line = records.record(try #require(window.messages.last?.message))?.lines.first
        #expect(line?.hasSuffix("alex (@alex:two.x): hi") == true)
        let chat = try #require(bench.state.chatList.chats[Story.chatID])
        let last = try #require(window.messages.last?.message)
        let arrival = Arrival(in: chat, last: last, count: 1, isMention: false)
        #expect(arrival.text == "alex (@alex:two.x): hi")
        #expect(RowWords.lines(try bench.database.rows()).last == "alex (@alex:two.x): hi")
    }

    @Test func inviterWithSameNameIsDistinguished() async throws {
        let bench = try Workbench()
        bench.queue.open()
        try await receive([Story.chatID: ["state": ["events": [member(Self.one, "Alex")]]]], bench)
        let invitation = Story.event(
            "i", "m.room.member", by: Self.two, stateKey: Story.ana, content: ["membership": "invite"])
        let name = Story.event("n", "m.room.name", by: Self.two, stateKey: "", content: ["name": "Garden"])
        let rooms: JSONValue = ["invite": ["!new": ["invite_state": ["events": [name, invitation]]]]]
        try await receive(rooms: rooms, bench)
        let list = bench.chatList
        let row = try #require(list.rows.chats.firstIndex(of: "!new"))
        #expect(list.item(list.rows[row]).message.string == "\(Self.two) invites you")
        let chat = try #require(bench.state.chatList.chats["!new"])
        #expect(Arrival(invitation: chat).text == "\(Self.two) invites you")
    }

    @Test func contactNameMakesNamesakesDistinguished() async throws {
        let bench = try Workbench()
        bench.queue.open()
        let said = Story.event("1", by: Story.kim, content: ["msgtype": "m.text", "body": "hi"])
        let members = [member(Story.ana, "Ana"), member(Story.kim, "Chef"), member(Self.one, "Lee")]
        let room: JSONValue = ["state": ["events": .array(members)], "timeline": ["events": [said]]]
        try await receive([Story.chatID: room], bench)
        func line() -> String { bench.chatList.item(bench.chatList.rows[0]).message.string }
        #expect(line() == "Chef: hi")
        let bo = Contact(userID: Story.bo, place: .device, name: "Chef", note: "")
        bench.queue.post(ContactEvent.loaded(KnownContact.sorted([bo])))
        #expect(line() == "Chef (@kim:x): hi")
    }

    private func room(with userID: String, _ name: String?) -> JSONValue {
        [
            "summary": ["m.heroes": [.string(userID)], "m.joined_member_count": 2, "m.invited_member_count": 0],
            "state": ["events": [member(userID, name)]],
            "timeline": ["events": [Story.event("l" + userID, by: userID)]],
        ]
    }

    private func receive(_ joined: [String: JSONValue], _ bench: Workbench) async throws {
        try await receive(rooms: ["join": .object(joined)], bench)
    }

    private func receive(rooms: JSONValue, _ bench: Workbench) async throws {
        let response = try #require(SyncResponse(json: ["next_batch": "s", "rooms": rooms]))
        for slice in SyncTranslator(userID: Story.ana).slices(of: response, now: Story.noon) {
            bench.queue.post(SyncEvent.received(try await bench.database.sync.apply(slice), isFirstSync: false))
        }
    }
}
