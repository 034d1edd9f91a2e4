import Conversations
import MatrixAPI
import Storage
import Testing
import ViewModels

@testable import Engine
@testable import Messenger
@testable import Presentation

@MainActor
@Suite(.timeLimit(.minutes(5))) struct SpaceListTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench()
        bench.queue.open()
    }

    private func load(_ chats: [Chat], openChatID: String? = nil) {
        bench.queue.post(
            ChatEvent.loaded(
                chats: chats, areAll: true, ignoredUserIDs: [], drafts: [], outbox: [], openChatID: openChatID))
    }

    private func chat(_ name: String, activity: Int64, unread: Int = 0, _ edit: (inout Chat) -> Void = { _ in })
        -> Chat
    {
        var chat = Story.chat("!" + name, activity: activity, unread: unread)
        chat.givenName = name
        edit(&chat)
        return chat
    }

    private func space(_ name: String, _ children: [String]) -> Chat {
        chat(name, activity: 0) { chat in
            chat.isSpace = true
            chat.spaceChildren = children.enumerated().map { place, child in
                SpaceChild(chatID: "!" + child, order: String(place), servers: ["x"])
            }
        }
    }

    private func preview(_ name: String, _ rule: String = "public") throws -> RoomPreview {
        try #require(
            RoomPreview(json: [
                "room_id": .string("!" + name), "name": .string(name), "join_rule": .string(rule),
                "num_joined_members": 3,
            ]))
    }

    private var list: ChatListViewModel { bench.chatList }

    private func item(_ id: ChatListItemID) -> ChatListItemViewModel { list.item(id) }

    /// The rows with their symbols, indented by a blank for each enclosing space.
    private var rows: [String] {
        let list = list
        return (0..<list.rows.count).map { place in
            let item = list.item(list.rows[place])
            let mark =
                switch item.kind {
                case .space(let isUnfolded): isUnfolded ? "▾ " : "▸ "
                case .joinable: "+ "
                default: ""
                }
            let unread = item.unreadMessageCount.string
            return String(repeating: " ", count: item.depth) + mark + item.contact.string
                + (unread.isEmpty ? "" : " " + unread)
        }
    }

    @Test func chatsAreNestedOnceAndFoldedSpaceSumsUnread() {
        load([
            chat("tea", activity: 9, unread: 2), chat("cake", activity: 8, unread: 1), chat("bo", activity: 7),
            chat("top", activity: 1) { $0.tags = ChatTags(isPinned: true) },
            space("Team", ["cake", "tea"]), space("Zoo", ["tea"]),
        ])
        #expect(rows == ["top", "▸ Team 3", "▸ Zoo", "bo"])
        item(.space("!Team")).itemTapped()
        #expect(rows == ["top", "▾ Team", " cake 1", " tea 2", "▸ Zoo", "bo"])
        item(.space("!Team")).itemTapped()
        #expect(rows == ["top", "▸ Team 3", "▸ Zoo", "bo"])
    }

    @Test func nestedAndCyclicSpacesAreListedOnce() {
        load([
            chat("tea", activity: 9, unread: 2), chat("deep", activity: 8, unread: 1),
            space("Team", ["Inner", "tea"]), space("Inner", ["deep", "Team"]), space("Alone", []),
        ])
        #expect(rows == ["▸ Alone", "▸ Inner 3"])
        item(.space("!Inner")).itemTapped()
        #expect(rows == ["▸ Alone", "▾ Inner", " deep 1", " ▸ Team 2"])
    }

    @Test func chatNavigationSkipsSpaces() {
        load(
            [
                chat("tea", activity: 9), chat("bo", activity: 7), chat("kim", activity: 6, unread: 1),
                chat("Team", activity: 99, unread: 5) { chat in
                    chat.isSpace = true
                    chat.spaceChildren = [SpaceChild(chatID: "!kim", servers: ["x"])]
                },
            ], openChatID: "!tea")
        #expect(bench.state.chatList.unreadTotal == 1)
        bench.queue.post(NavigationEvent.next)
        #expect(bench.state.chatList.openChatID == "!bo")
        bench.queue.post(NavigationEvent.next)
        #expect(bench.state.chatList.openChatID == "!tea")
        bench.queue.post(NavigationEvent.catchUp)
        #expect(bench.state.chatList.openChatID == "!kim")
        #expect(list.openRow == .space("!Team"))
        bench.queue.post(NavigationEvent.next)
        #expect(bench.state.chatList.openChatID == "!tea")
    }

    @Test func lastOpenSpaceIsNotReopenedAsChat() {
        load([chat("tea", activity: 9), space("Team", [])], openChatID: "!Team")
        #expect(bench.state.chatList.openChatID == "!tea")
    }

    @Test func spaceInvitationNamesSpaceAndAcceptingOpensIt() async throws {
        var invitation = space("Team", [])
        invitation.membership = .invited
        invitation.inviter = ChatPerson(userID: Story.bo, displayName: "Bo")
        load([chat("tea", activity: 9), invitation], openChatID: "!Team")
        let asked = InvitationViewModelBuilder(chat: invitation, isBusy: false, error: nil, isInviterKnown: true)
            .build(accept: {}, decline: {})
        #expect(asked.text.string.contains("“Team”, a space: a group of chats."))
        bench.queue.post(ChatEvent.accepted(chatID: "!Team"))
        #expect(bench.state.chatList.openChatID == nil)
        #expect(rows.first == "▾ Team")
        await bench.kept()
        #expect(try bench.database.opening().openSpaceIDs == ["!Team"])
    }

    @Test func unjoinedRoomsOfSpaceAreOfferedAndAskFirst() throws {
        load([chat("tea", activity: 9), space("Team", ["open", "asked", "tea", "closed", "unknown"])])
        item(.space("!Team")).itemTapped()
        bench.queue.post(
            SpaceEvent.listed(
                spaceID: "!Team", try [preview("open"), preview("asked", "knock"), preview("closed", "invite")]))
        #expect(rows == ["▾ Team", " tea", " + open", " + asked", " + closed"])
        #expect(item(.joinable("!open")).actions.openQuestion.string == "Join open? y joins, Esc doesn't")
        #expect(item(.joinable("!asked")).actions.openQuestion.string.contains("Ask them?"))
        #expect(item(.joinable("!closed")).actions.open.reason?.string.contains("Only who is invited") == true)

        item(.joinable("!open")).itemTapped()
        #expect(item(.joinable("!open")).shouldShowBusy)
        bench.queue.post(JoinEvent.joined(chatID: "!open", RoomAddress(name: "!open"), from: .chatList))
        #expect(bench.state.chatList.openChatID == "!open")
        #expect(rows.contains(" Empty chat") && !rows.contains(" + open"))

        item(.joinable("!asked")).itemTapped()
        bench.queue.post(JoinEvent.refused(RoomAddress(name: "!asked"), from: .chatList, .needsInvitation))
        #expect(list.errorText.string.contains("Only who is invited comes into asked"))
        #expect(!item(.joinable("!asked")).shouldShowBusy)
        list.dismissError()
        #expect(!list.shouldShowError)
    }

    @Test func renamingSpaceNeedsPowerLevel() throws {
        var own = space("Team", ["tea"])
        let levels = #"{"users":{"\#(Story.ana)":100}}"#
        own.powerSource = ChatPowerSource(levels: levels, creation: "{}", creator: Story.bo)
        var others = space("Theirs", [])
        others.powerSource = ChatPowerSource(levels: #"{"state_default":50}"#, creation: "{}", creator: Story.bo)
        load([chat("tea", activity: 9), own, others])
        let actions = item(.space("!Team")).actions
        #expect(actions.name == "Team" && actions.rename.reason == nil)
        #expect(item(.space("!Theirs")).actions.rename.reason != nil)
        #expect(item(.space("!Team")).actions.pin.reason == .words("spaces.is-no-chat"))
        actions.rename("Fair")
        #expect(item(.space("!Team")).contact.string == "Fair" && item(.space("!Team")).shouldShowBusy)
    }

    @Test func filterFindsChatsOfFoldedSpaces() {
        load([chat("tea", activity: 9), chat("bo", activity: 8), space("Team", ["tea"])])
        bench.state.chatList.setFilter("tea")
        #expect(rows == ["▸ Team", "tea"])
    }

    @Test func filterFindsSpacesAndEnterOpensThem() {
        load([
            chat("tea", activity: 9), chat("steam", activity: 8), space("Team", ["Inner"]),
            space("Inner team", ["tea"]),
        ])
        list.filter("tea")
        #expect(rows == ["▸ Inner team", "▸ Team", "tea", "steam"])
        list.filter("team")
        #expect(rows == ["▸ Inner team", "▸ Team", "steam"])
        item(.space("!Inner team")).itemTapped()
        #expect(bench.state.navigation.goal?.row == .space("!Inner team"))
        list.filter("")
        #expect(rows == ["▾ Inner team", " tea", "▸ Team", "steam"])
        // Choosing an expanded space among the search results must not collapse it.
        list.filter("inner")
        item(.space("!Inner team")).itemTapped()
        list.filter("")
        #expect(rows.first == "▾ Inner team")
    }

    @Test func openingNestedSpaceOpensItsParent() {
        load([chat("tea", activity: 9), space("Team", ["Inner"]), space("Inner", ["tea"])])
        #expect(rows == ["▸ Team"])
        bench.queue.post(SpaceEvent.opening(spaceID: "!Inner", isGoal: true))
        #expect(rows == ["▾ Team", " ▾ Inner", "  tea"])
        let goal = bench.state.navigation.goal
        bench.queue.post(SpaceEvent.opening(spaceID: "!Inner", isGoal: true))
        #expect(bench.state.navigation.goal != goal)
        bench.queue.post(ChatEvent.opened(chatID: "!tea"))
        #expect(bench.state.navigation.goal == nil)
    }

    @Test func chatIsAddedToAndRemovedFromSpacesWithPower() {
        func own(_ space: Chat, level: Int) -> Chat {
            var space = space
            space.powerSource = ChatPowerSource(
                levels: #"{"state_default":50,"users":{"\#(Story.ana)":\#(level)}}"#, creation: "{}", creator: Story.bo)
            return space
        }
        load(
            [
                chat("tea", activity: 9), chat("bo", activity: 8), own(space("Team", ["tea"]), level: 100),
                own(space("Fair", ["bo"]), level: 100), own(space("Theirs", []), level: 0),
            ], openChatID: "!tea")
        func titles(_ id: ChatListItemID, _ move: SpaceChoice.Move) -> [String] {
            list.spaceChoice(id, move).rows.map(\.title.string)
        }
        #expect(titles(.chat("!tea"), .into) == ["Fair"] && titles(.chat("!tea"), .outOf) == ["Team"])
        #expect(titles(.space("!Team"), .into) == ["bo"] && titles(.space("!Team"), .outOf) == ["tea"])
        #expect(list.spaceChoice(.space("!Theirs"), .into).lack?.string.contains("“Theirs”") == true)
        #expect(list.spaceChoice(.archive, .into).lack != nil)

        list.spaceChoice(.chat("!tea"), .into).rows.first?.choose()
        let task = ChatTask.place(chatID: "!tea", spaceID: "!Fair", isIn: true)
        #expect(bench.state.chatTask.running == [task])
        bench.queue.post(ChatTaskEvent.failed(task, .refused()))
        #expect(list.errorText.string.hasPrefix("What is in Fair is as it was"))
        list.spaceChoice(.space("!Team"), .outOf).rows.first?.choose()
        #expect(bench.state.chatTask.running == [.place(chatID: "!tea", spaceID: "!Team", isIn: false)])
        let new = list.spaceChoice(.chat("!tea"), .into).typedRow(" New ")
        #expect(new?.title.string == "Make the space “New” with this chat in it")
        new?.choose()
        #expect(bench.state.chatTask.running.last == .makeSpace(name: "New", chatID: "!tea"))
    }

    @Test func openChatIsDistinctFromItsFoldedSpaceRow() {
        load([chat("tea", activity: 9), space("Team", ["tea"])], openChatID: "!tea")
        #expect(list.openRow == .space("!Team") && list.openChat == .chat("!tea"))
    }

    @Test func spaceChildrenAreReadFromSync() async throws {
        let creation = Story.event(
            "create", "m.room.create", by: Story.kim, stateKey: "", content: ["type": "m.space", "room_version": "11"])
        func child(_ id: String, _ chatID: String, _ content: JSONValue) -> JSONValue {
            Story.event(id, "m.space.child", by: Story.kim, stateKey: chatID, content: content)
        }
        try await bench.sync(state: [
            creation, child("1", "!b", ["via": ["x"]]), child("2", "!a", ["via": ["x"], "order": "z"]),
            child("3", "!broken", ["via": "x"]), child("4", "!blank", ["via": ["x"], "order": "\u{1}"]),
        ])
        var children: [String]? { bench.state.chatList.chats[Story.chatID]?.spaceChildren.map(\.chatID) }
        #expect(children == ["!a", "!b", "!blank"])
        #expect(bench.state.chatList.spaceIDs == [Story.chatID])
        try await bench.sync([child("5", "!b", [:])])
        #expect(children == ["!a", "!blank"])
        #expect(try bench.database.chats.chat(id: Story.chatID)?.spaceChildren.map(\.chatID) == ["!a", "!blank"])
    }

    @Test func chatsAreArrangedOnceForEachChange() {
        load([space("team", ["tea"]), chat("tea", activity: 1)])
        _ = list
        let made = bench.state.arrangements.madeCount
        #expect(bench.state.spaceArrangement?.shown == [] && list.rows.count == 1)
        #expect(bench.state.arrangements.madeCount == made)
        bench.queue.post(SpaceEvent.turning(spaceID: "!team"))
        #expect(bench.state.spaceArrangement?.shown == ["!tea"] && list.rows.count == 2)
        #expect(bench.state.arrangements.madeCount == made + 1)
    }

    @Test func foldedSpaceSumsUnreadThreads() {
        load([space("team", ["tea"]), chat("tea", activity: 1), chat("bo", activity: 2)], openChatID: "!bo")
        let unread = [UnreadThread(threadID: "$root", count: 2, isMention: false)]
        bench.queue.post(ThreadEvent.found(KnownThreads(chatIDs: ["!tea"], unread: ["!tea": unread]), chatID: nil))
        #expect(item(.space("!team")).newInThreads == "2 new in threads")
        bench.queue.post(SpaceEvent.turning(spaceID: "!team"))
        #expect(item(.space("!team")).newInThreads.isEmpty)
        #expect(item(.chat("!tea")).newInThreads == "2 new in threads")
    }
}
