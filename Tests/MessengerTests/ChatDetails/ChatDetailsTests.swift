import Conversations
import MatrixAPI
import Testing
import ViewModels

@testable import Engine
@testable import Messenger

@MainActor
@Suite(.timeLimit(.minutes(5))) struct ChatDetailsTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench()
        var chat = Story.chat(Story.chatID)
        chat.topic = "green or black"
        bench.state.chatList.merge([chat])
        bench.state.chatList.open(Story.chatID)
        bench.queue.open()
    }

    private var model: ChatDetailsViewModel {
        bench.chatDetails
    }

    private var names: [String] { (0..<model.memberCount).map { model.member($0).name.string } }
    private var roles: [String] { (0..<model.memberCount).map { model.member($0).role.string } }

    private func power(_ users: [String: Int]) -> ChatPowerSource {
        let levels: JSONValue = ["users": .object(users.mapValues { .integer(Int64($0)) })]
        return ChatPowerSource(levels: levels.serializedText, creation: "{}", creator: Story.kim)
    }

    private func load(_ users: [String: Int], _ members: [ChatMember] = Array(Story.members.values)) {
        bench.queue.post(ChatDetailsEvent.opening())
        bench.queue.post(ChatDetailsEvent.loaded(chatID: Story.chatID, members: members, power: power(users)))
    }

    @Test func detailsShowTopicRoomIDAndEncryption() {
        bench.queue.post(ChatDetailsEvent.opening())
        #expect(bench.state.navigation.screen == .chatDetails)
        let facts = model.facts.map { "\($0.name.string): \($0.text.string)" }
        #expect(facts.contains("Topic: green or black"))
        #expect(facts.contains("Room ID: !tea"))
        #expect(facts.contains("Encryption: none"))
        #expect(model.shouldShowBusy)
    }

    @Test func detailsOpenForChatChosenInList() throws {
        bench.state.chatList.merge([Story.chat("!garden"), Chat(id: "!asked", membership: .knocked)])
        bench.chatList.item(.chat("!garden")).actions.showDetails()
        #expect(bench.state.navigation.screen == .chatDetails)
        #expect(model.facts.contains { $0.text == "!garden" })
        #expect(bench.state.chatList.openChatID == Story.chatID)
        #expect(bench.chatList.item(.chat("!asked")).actions.showDetails.reason != nil)
    }

    @Test func detailsListChatStatesInWords() {
        var chat = Story.chat(Story.chatID)
        chat.tags = ChatTags(isPinned: true)
        chat.isMarkedUnread = true
        bench.state.chatList.merge([chat])
        bench.state.drafts.set("tea?", at: Story.chatID)
        bench.state.drafts.set("milk?", at: Draft.place(chatID: Story.chatID, threadID: "$1"))
        bench.queue.post(ChatDetailsEvent.opening())
        let place = model.facts.last { $0.name == "Place" }?.text
        #expect(place == "pinned, marked unread, something is written and not sent, draft in a thread")
    }

    @Test func membersAreSortedByPowerAndOwnEntryIsMarked() {
        let gone = ChatMember(userID: "@zoe:x", displayName: "Zoe", membership: "leave")
        let asked = ChatMember(userID: "@abe:x", displayName: nil, membership: "invite")
        load([Story.kim: 100, Story.bo: 50], Array(Story.members.values) + [gone, asked])
        #expect(names == ["Kim", "Bo", "abe", "Ana"])
        #expect(roles == ["admin", "moderator", "invited", "you"])
        #expect(model.memberHeading == "4 members")
    }

    @Test func knockingPersonIsListedButNotCounted() {
        let asks = ChatMember(userID: "@abe:x", displayName: nil, membership: "knock")
        load([Story.kim: 100], Array(Story.members.values) + [asks])
        #expect(names.contains("abe"))
        #expect(model.memberHeading == "3 members")
    }

    @Test func membersUseContactNames() {
        bench.queue.post(
            ContactEvent.loaded(
                KnownContact.sorted([Contact(userID: Story.bo, place: .account, name: "Bobby", note: "")])))
        load([Story.kim: 100])
        #expect(names.contains("Bobby"))
        #expect(!names.contains("Bo"))
    }

    @Test func wholeNameOfNamesakesIncludesMatrixID() {
        let other = ChatMember(userID: "@bo:y", displayName: "Bo", membership: "join")
        load([Story.kim: 100], Array(Story.members.values) + [other])
        let whole = (0..<model.memberCount).map { model.member($0).wholeName.string }
        #expect(Set(whole) == ["Kim", "Ana", "Bo (@bo:x)", "Bo (@bo:y)"])
    }

    @Test func actionsWithoutPowerGiveReason() {
        load([Story.kim: 100, Story.bo: 50])
        #expect(model.rename.reason != nil)
        #expect(model.setTopic.reason != nil)
        #expect(model.invite.reason == nil)
        #expect(model.member(1).moderation.remove.perform.reason != nil)
        #expect(model.member(1).moderation.makeAdmin.perform.reason != nil)
    }

    @Test func encryptingNeedsPowerLevelAndHappensOnce() {
        load([Story.kim: 100, Story.bo: 50])
        #expect(model.encrypt.reason?.string.hasPrefix("You have not the power to encrypt it") == true)
        load([Story.ana: 100])
        #expect(model.encrypt.reason == nil)
        model.encrypt()
        #expect(model.shouldShowBusy)
        var chat = Story.chat(Story.chatID)
        chat.isEncrypted = true
        bench.state.chatList.merge([chat])
        bench.queue.post(ChatDetailsEvent.done(chatID: Story.chatID))
        #expect(model.encrypt.reason == "It is encrypted already")
        #expect(model.facts.contains { $0.text == "on, end to end" })
    }

    @Test func unknownPowerOffersActionsAndShowsRefusal() {
        bench.queue.post(ChatDetailsEvent.opening())
        #expect(model.rename.reason == nil)
        model.rename()
        model.field?.save("Tea")
        bench.queue.post(ChatDetailsEvent.failed(chatID: Story.chatID, .refused("rename")))
        #expect(model.errorText == "The server doesn't allow it (rename)")
    }

    @Test func syncUpdatesOpenDetails() async throws {
        load([Story.ana: 100])
        #expect(names == ["Ana", "Bo", "Kim"])
        try await bench.sync([
            Story.membership("j", of: "@abe:x", "join"), Story.membership("l", of: Story.bo, "leave"),
            Story.event("n", "m.room.name", stateKey: "", content: ["name": "Coffee"]),
            Story.event("t", "m.room.topic", stateKey: "", content: ["topic": "beans"]),
            Story.event("e", "m.room.encryption", stateKey: "", content: ["algorithm": "m.megolm.v1.aes-sha2"]),
            Story.levels(["users": [Story.kim: 100]]),
        ])
        #expect(names == ["Kim", "@abe:x", "Ana"])
        #expect(roles == ["admin", "", "you"])
        #expect(model.title == "Coffee")
        let facts = model.facts.map(\.text.string)
        #expect(facts.contains("beans"))
        #expect(facts.contains("on, end to end"))
        #expect(model.rename.reason != nil)
    }

    @Test func responseDoesNotOverwriteNewerSync() async throws {
        bench.queue.post(ChatDetailsEvent.opening())
        try await bench.sync([
            Story.creation(), Story.levels(["users": [Story.ana: 100]]), Story.membership("l", of: Story.bo, "leave"),
        ])
        bench.queue.post(
            ChatDetailsEvent.loaded(
                chatID: Story.chatID, members: Array(Story.members.values), power: power([Story.kim: 100])))
        #expect(names == ["Ana", "Kim"])
        #expect(model.rename.reason == nil)
    }

    @Test func removalDisablesActions() async throws {
        load([Story.ana: 100])
        try await bench.sync([Story.membership("k", of: Story.ana, "leave", by: Story.kim)], membership: "leave")
        #expect(model.rename.reason == "You are not in this chat any more")
        #expect(model.changeNotices.reason != nil)
        model.back()
        #expect(bench.state.navigation.screen == .chats)
    }

    /// Without a connection the members are known from the disk only.
    @Test func membersLoadFromDiskIfServerRequestFails() async throws {
        var details: ChatDetailsViewModel?
        bench.events.chatDetails.subscribe(bench) { details = $1 }
        try await bench.sync([
            Story.membership("a", of: Story.ana, "join"), Story.membership("b", of: Story.bo, "join"),
        ])
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        bench.queue.post(ChatDetailsEvent.opening())
        bench.queue.post(ChatDetailsEvent.failed(chatID: Story.chatID, .refused()))
        bench.frames.deliver()
        await bench.answered()
        bench.frames.deliver()
        #expect(details?.memberCount == 2)
    }

    @Test func diskReadDoesNotOverwriteServerMembers() async throws {
        try await bench.sync([
            Story.membership("a", of: Story.ana, "join"), Story.membership("b", of: Story.bo, "join"),
        ])
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        load([:], [ChatMember(userID: Story.kim, displayName: "Kim", membership: "join")])
        await bench.answered()
        #expect(names == ["Kim"])
    }

    @Test func serverMembersReplaceDiskMembers() async throws {
        try await bench.sync([
            Story.membership("a", of: Story.ana, "join"), Story.membership("b", of: Story.bo, "join"),
        ])
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        bench.queue.post(ChatDetailsEvent.opening())
        await bench.answered()
        bench.queue.post(
            ChatDetailsEvent.loaded(
                chatID: Story.chatID, members: [ChatMember(userID: Story.bo, displayName: "Bo B.", membership: "join")],
                power: power([:])))
        #expect(names == ["Bo B."])
    }

    @Test func refusedChangeKeepsTypedText() throws {
        load([Story.ana: 100])
        model.setTopic()
        #expect(model.field?.text == "green or black")
        let field = try #require(model.field)
        field.changed("only green")
        field.save("only green")
        #expect(model.shouldShowBusy)
        #expect(model.field?.save.reason != nil)
        bench.queue.post(ChatDetailsEvent.failed(chatID: Story.chatID, .refused()))
        #expect(model.errorText == "The server doesn't allow it (no)")
        #expect(bench.state.chatDetails.text == "only green")
        #expect(model.field?.save.reason == nil)
        #expect(model.field?.revision == field.revision)
    }

    @Test func completedChangeClosesField() {
        load([Story.ana: 100])
        model.rename()
        model.field?.save("Tea")
        bench.queue.post(ChatDetailsEvent.done(chatID: Story.chatID))
        #expect(model.field == nil)
        #expect(!bench.state.chatDetails.isBusy)
    }

    @Test func invitingUsesFormAndConfirmsInNotice() {
        load([:])
        model.invite()
        #expect(bench.state.navigation.screen == .createChat)
        bench.queue.post(CreateChatEvent.adding(text: "@zoe:x", person: nil))
        bench.queue.post(CreateChatEvent.creatingChat)
        let people = NewChat(userIDs: ["@zoe:x"], name: nil, isDirect: false)
        #expect(bench.state.createChat.creating == people)
        bench.queue.post(CreateChatEvent.created(chatID: Story.chatID, people))
        #expect(bench.state.navigation.screen == .chats)
        #expect(bench.state.composer.notice?.text == "zoe is invited.")
    }

    @Test func refusedInviteeIsNamedAndStaysInForm() {
        load([:])
        model.invite()
        for person in ["@zoe:x", "@abe:x"] {
            bench.queue.post(CreateChatEvent.adding(text: person, person: nil))
        }
        bench.queue.post(CreateChatEvent.creatingChat)
        bench.queue.post(
            CreateChatEvent.createChatFailed(
                NewChat(userIDs: ["@zoe:x", "@abe:x"], name: nil, isDirect: false),
                .notInvited(userID: "@abe:x", .refused(), invited: ["@zoe:x"])))
        #expect(bench.state.createChat.members.map(\.userID) == ["@abe:x"])
        #expect(bench.state.createChat.error?.text.string.hasPrefix("@abe:x is not invited.") == true)
    }

    @Test func bannedMemberIsListedLastAndCanBeUnbanned() {
        let zoe = ChatMember(userID: "@zoe:x", displayName: "Zoe", membership: "ban")
        load([Story.ana: 100], Array(Story.members.values) + [zoe])
        #expect(names.last == "Zoe" && roles.last == "banned")
        #expect(model.memberHeading == "3 members, 1 banned")
        let moderation = model.member(3).moderation
        #expect(moderation.unban.perform.reason == nil)
        #expect(moderation.ban.perform.reason == "They are banned already")
        #expect(model.member(1).moderation.unban.perform.reason == "They are not banned")
    }

    @Test func cannotGrantMorePowerOrDemoteEquals() {
        load([Story.ana: 50, Story.kim: 50, Story.bo: 0])
        bench.queue.post(
            ChatDetailsEvent.loaded(
                chatID: Story.chatID, members: Array(Story.members.values),
                power: ChatPowerSource(
                    levels: #"{"users":{"@ana:x":50,"@kim:x":50},"events":{"m.room.power_levels":50}}"#,
                    creation: "{}", creator: Story.kim)))
        let acts = (0..<3).map { model.member($0).moderation }
        #expect(names == ["Ana", "Kim", "Bo"])
        #expect(acts[1].takePower.perform.reason != nil && acts[1].remove.perform.reason != nil)
        #expect(acts[2].makeAdmin.perform.reason != nil)
        #expect(acts[2].makeModerator.perform.reason == nil)
        #expect(acts[0].takePower.perform.reason == nil)
    }

    @Test func detailsShowJoinRuleHistoryAndAddresses() throws {
        let state: [JSONValue] = [
            Story.event("j", "m.room.join_rules", stateKey: "", content: ["join_rule": "knock"]),
            Story.event("h", "m.room.history_visibility", stateKey: "", content: ["history_visibility": "joined"]),
            Story.event(
                "a", "m.room.canonical_alias", stateKey: "", content: ["alias": "#tea:x", "alt_aliases": ["#cup:x"]]),
        ]
        bench.queue.post(ChatDetailsEvent.opening())
        bench.queue.post(
            ChatDetailsEvent.loaded(
                chatID: Story.chatID, members: Array(Story.members.values), power: power([Story.ana: 100]),
                access: ChatAccess(state: state.compactMap(MatrixEvent.init(json:)))))
        let facts = model.facts.map { "\($0.name.string): \($0.text.string)" }
        #expect(facts.contains("Joining: who is invited, or asks and is let in"))
        #expect(facts.contains("History: its members, since they joined"))
        #expect(facts.contains("Also: #tea:x, #cup:x"))
        let open = try #require(model.access.joinRules.first)
        #expect(open.title == "anybody" && !open.question.isEmpty)
        open.choose()
        #expect(model.shouldShowBusy)
        #expect(model.access.addresses.map(\.title.string) == ["#tea:x", "#cup:x"])
    }

    @Test func detailsShowDirectoryListingAndAdminsChangeIt() throws {
        func load(_ level: Int) {
            bench.queue.post(ChatDetailsEvent.opening())
            bench.queue.post(
                ChatDetailsEvent.loaded(
                    chatID: Story.chatID, members: Array(Story.members.values), power: power([Story.ana: level]),
                    access: ChatAccess(state: [])))
        }
        func listed() -> String? { model.facts.first { $0.name == "Listed" }?.text.string }
        load(100)
        #expect(listed() == nil && model.access.changeListing.reason?.string.contains("doesn't say") == true)
        bench.queue.post(ChatDetailsEvent.listed(chatID: "!other", true))
        #expect(listed() == nil)
        bench.queue.post(ChatDetailsEvent.listed(chatID: Story.chatID, false))
        #expect(listed() == "for nobody" && model.access.changeListing.reason == nil)
        #expect(model.access.listings.map(\.isCurrent) == [false, true])
        #expect(model.access.listings.map(\.question.isEmpty) == [false, true])
        model.access.listings.first?.choose()
        #expect(model.shouldShowBusy)
        load(0)
        bench.queue.post(ChatDetailsEvent.listed(chatID: Story.chatID, true))
        #expect(listed() == "for everybody on the server")
        #expect(model.access.changeListing.reason?.string.contains("power") == true)
    }

    @Test func responseForAnotherChatIsDropped() {
        load([Story.ana: 100])
        bench.queue.post(ChatDetailsEvent.loaded(chatID: "!other", members: [], power: power([:])))
        #expect(model.memberCount == 3)
    }

    @Test func detailsStartChatWithMemberButNotSelf() {
        load([Story.ana: 100])
        #expect(model.member(0).startChat.reason == "That is you")
        model.member(1).startChat()
        #expect(bench.state.navigation.screen == .createChat)
    }

    @Test func notificationLevelCyclesThroughAllValues() {
        load([:])
        for expected in ["of mentions alone", "of nothing: muted", "of all messages"] {
            model.changeNotices()
            #expect(model.facts.last?.text.string == expected)
        }
    }

    @Test func backReturnsToChat() {
        load([Story.ana: 100])
        model.back()
        #expect(bench.state.navigation.screen == .chats)
    }
}
