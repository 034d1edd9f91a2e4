import MatrixAPI
import MatrixClient
import Testing
import ViewModels

@testable import Engine
@testable import Messenger
@testable import Presentation

@MainActor
@Suite(.timeLimit(.minutes(5))) struct RoomDirectoryTests {
    private static let garden = RoomAddress(name: "#garden:x")
    private let bench: Workbench

    init() throws {
        bench = try Workbench()
        bench.queue.open()
        bench.queue.post(
            ChatEvent.loaded(
                chats: [Story.chat("!tea")], areAll: true, ignoredUserIDs: [], drafts: [], outbox: [],
                openChatID: "!tea"))
        bench.queue.post(RoomDirectoryEvent.opened)
    }

    private var directory: RoomDirectoryModel { bench.state.roomDirectory }

    private var list: FuzzyListViewModel {
        RoomDirectoryViewModelBuilder(
            number: 1, content: RoomDirectoryContent(bench.state), queue: bench.queue
        ).build()
    }

    private func answer(
        _ rooms: [JSONValue], to text: String = "", since: String? = nil, next: String? = nil
    ) throws {
        var json: JSONValue = ["chunk": .array(rooms)]
        json["next_batch"] = next.map(JSONValue.string)
        bench.queue.post(
            RoomDirectoryEvent.listed(RoomQuery(text), since: since, try #require(PublicRoomsPage(json: json))))
    }

    private func room(_ id: String, _ name: String, alias: String? = nil, rule: String = "public") -> JSONValue {
        var json: JSONValue = [
            "room_id": .string(id), "name": .string(name), "num_joined_members": 3, "join_rule": .string(rule),
        ]
        json["canonical_alias"] = alias.map(JSONValue.string)
        return json
    }

    @Test func directoryRowsShowMemberCountAndJoinRule() throws {
        try answer([
            room("!tea", "Tea"), room("!garden", "Garden", alias: "#garden:x"), room("!wood", "Wood", rule: "knock"),
        ])
        #expect(list.rows.map(\.title.string) == ["Tea", "Garden", "Wood"])
        #expect(list.rows.map(\.trailing.string) == ["3 people, joined", "3 people", "3 people, ask to join"])
        #expect(list.busyText.isEmpty && list.errorText.isEmpty)
    }

    @Test func enterJoinsAndOpensChat() throws {
        try answer([room("!garden", "Garden", alias: "#garden:x")])
        list.rows[0].choose()
        #expect(list.busyText.string == "Joining #garden:x…")
        bench.queue.post(JoinEvent.joined(chatID: "!garden", Self.garden, from: .directory))
        #expect(bench.state.chatList.openChatID == "!garden")
        #expect(bench.state.navigation.picker == nil)
    }

    @Test func enterAsksBeforeKnocking() throws {
        try answer([room("!wood", "Wood", rule: "knock"), room("!garden", "Garden", alias: "#garden:x")])
        #expect(list.rows[0].question.string.hasPrefix("!wood lets in whom its people let in"))
        #expect(list.rows[1].question.isEmpty)
        list.rows[0].choose()
        bench.queue.post(JoinEvent.knocked(RoomAddress(name: "!wood"), from: .directory))
        #expect(list.busyText.string.contains("their invitation comes here"))
        #expect(bench.state.navigation.picker == .roomDirectory)
    }

    @Test func refusalIsShownInList() throws {
        try answer([room("!garden", "Garden", alias: "#garden:x")])
        list.rows[0].choose()
        bench.queue.post(JoinEvent.refused(Self.garden, from: .directory, .needsInvitation))
        #expect(list.errorText.string.contains("Only who is invited comes into #garden:x"))
        #expect(list.busyText.isEmpty && list.rows.count == 1)
    }

    @Test func joinAfterClosingListIsNotified() throws {
        try answer([room("!garden", "Garden", alias: "#garden:x")])
        list.rows[0].choose()
        bench.queue.post(NavigationEvent.back)
        bench.queue.post(JoinEvent.joined(chatID: "!garden", Self.garden, from: .directory))
        #expect(bench.state.chatList.openChatID == "!tea")
        #expect(bench.state.notice.outcome?.notice == .isJoined(Self.garden))
        bench.queue.post(NoticeEvent.goingThere)
        #expect(bench.state.chatList.openChatID == "!garden")
        #expect(bench.state.notice.outcome == nil)
    }

    @Test func refusalElsewhereIsNotified() {
        bench.queue.post(JoinEvent.refused(Self.garden, from: .chat("!lawn"), .notFound))
        #expect(bench.state.notice.outcome?.notice == .notJoined(Self.garden, .notFound))
        bench.queue.post(NoticeEvent.dismissed)
        #expect(bench.state.notice.outcome == nil)
    }

    @Test func nextPageLoadsOnceNearEnd() throws {
        try answer([room("!a", "A")], next: "1")
        list.nearEnd()
        #expect(directory.isLoading)
        try answer([room("!a", "A"), room("!b", "B")], since: "1")
        #expect(list.rows.map(\.title.string) == ["A", "B"])
        list.nearEnd()
        #expect(!directory.isLoading)
    }

    @Test func outdatedDirectoryResultIsDropped() throws {
        list.queryChanged("soil")
        try answer([room("!a", "A")])
        #expect(list.rows.isEmpty)
        try answer([room("!b", "Soil")], to: "soil")
        #expect(list.rows.map(\.title.string) == ["Soil"])
    }

    @Test func serverInQueryIsExcludedFromMatching() {
        list.queryChanged("soil #:example.org")
        #expect(directory.query == RoomQuery("#:example.org soil"))
        #expect(list.title.string == "Chats on example.org")
        #expect(list.term("soil #:example.org") == "soil")
    }

    @Test func unlistedAddressCanBeJoined() throws {
        let row = try #require(list.typedRow("#garden:x"))
        #expect(row.title.string == "Join #garden:x")
        row.choose()
        #expect(directory.entering == Self.garden)
        #expect(list.typedRow("garden") == nil)
    }

    @Test func failedDirectoryRequestCanBeRetried() throws {
        bench.queue.post(RoomDirectoryEvent.failed(RoomQuery(""), .server(.loggedOut(isSoft: false))))
        #expect(list.errorText.string.hasPrefix("Nothing is listed."))
        try #require(list.rows.last).choose()
        #expect(directory.isLoading && list.errorText.isEmpty)
    }
}
