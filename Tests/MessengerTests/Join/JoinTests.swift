import Conversations
import MatrixAPI
import MatrixClient
import Testing
import ViewModels

@testable import Engine
@testable import Messenger

@MainActor
@Suite(.timeLimit(.minutes(5))) struct JoinTests {
    private static let garden = RoomAddress(name: "#garden:x")
    private static let line = JoinOrigin.line(TypedLine("/join #garden:x", chatID: "!tea"))
    private let bench: Workbench

    init() async throws {
        bench = try Workbench()
        bench.queue.open()
        var lawn = Story.chat("!lawn")
        lawn.canonicalAlias = "#lawn:x"
        bench.queue.post(
            ChatEvent.loaded(
                chats: [Story.chat("!tea"), lawn], areAll: true, ignoredUserIDs: [], drafts: [], outbox: [],
                openChatID: "!tea"))
    }

    private var composer: ComposerModel { bench.state.composer }
    private var openChatID: String? { bench.state.chatList.openChatID }

    private func submit(_ text: String) throws {
        bench.queue.post(ComposerEvent.submitted(text: text, of: try #require(composer.place)))
    }

    @Test(arguments: ["!lawn", "https://matrix.to/#/!lawn?via=x"])
    func joiningJoinedChatOpensIt(address: String) throws {
        try submit("/join \(address)")
        #expect(openChatID == "!lawn")
    }

    @Test func claimedAliasIsResolvedByServer() throws {
        try submit("/join #lawn:x")
        #expect(openChatID == "!tea")
        #expect(composer.notice == .joining(RoomAddress(name: "#lawn:x")))
    }

    @Test func joinedChatIsOpened() throws {
        try submit("/join #garden:x")
        #expect(composer.notice == .joining(Self.garden) && composer.text.isEmpty)
        bench.queue.post(JoinEvent.joined(chatID: "!garden", Self.garden, from: Self.line))
        #expect(openChatID == "!garden")
        #expect(bench.state.chatList.chats["!garden"]?.membership == .joined)
    }

    @Test func joinedChatDoesNotReplaceAnotherOpenChat() {
        bench.queue.post(ChatEvent.opened(chatID: "!lawn"))
        bench.queue.post(JoinEvent.joined(chatID: "!garden", Self.garden, from: Self.line))
        #expect(openChatID == "!lawn")
        #expect(bench.state.chatList.chats["!garden"] != nil)
    }

    @Test(arguments: ["garden", "@bo:x", "#a b"]) func invalidAddressStaysInComposer(text: String) throws {
        try submit("/join \(text)")
        #expect(composer.notice == .noChatAddress(text))
        #expect(composer.text == "/join \(text)")
    }

    @Test func refusedJoinRestoresLineAndGivesAdvice() {
        bench.queue.post(JoinEvent.refused(Self.garden, from: Self.line, .needsInvitation))
        #expect(composer.text == "/join #garden:x")
        #expect(composer.notice?.text.contains("Only who is invited comes into #garden:x") == true)
        #expect(composer.question == nil)
    }

    @Test func knockIsSentAfterConfirmation() throws {
        bench.queue.post(JoinEvent.refused(Self.garden, from: Self.line, .takesKnocks))
        let question = try #require(composer.question)
        #expect(question.kind == .knock(Self.garden))
        bench.queue.post(ComposerEvent.confirmed(text: question.text, of: try #require(composer.place)))
        #expect(composer.notice == .knocking(Self.garden) && composer.text.isEmpty)
        bench.queue.post(JoinEvent.knocked(Self.garden, from: Self.line))
        #expect(composer.notice?.text.contains("their invitation comes here") == true)
    }

    @Test func textAfterAddressIsJoinReason() throws {
        let argument = try #require(JoinArgument(" #garden:x  it is me,  Bo ", server: "y"))
        #expect(argument.address == Self.garden && argument.reason == "it is me,  Bo")
        #expect(JoinArgument("#garden", server: "x") == JoinArgument("#garden:x", server: "y"))
        #expect(JoinArgument("#garden:x", server: "y")?.reason == nil)
        let line = "/join #garden:x let me in"
        try submit(line)
        #expect(composer.notice == .joining(Self.garden) && composer.text.isEmpty)
        let origin = JoinOrigin.line(TypedLine(line, chatID: "!tea"))
        bench.queue.post(JoinEvent.refused(Self.garden, from: origin, .takesKnocks))
        #expect(composer.question?.text == line)
        bench.queue.post(ComposerEvent.confirmed(text: line, of: try #require(composer.place)))
        #expect(composer.notice == .knocking(Self.garden))
    }

    @Test func knockIsNotOfferedWhileOtherTextIsTyped() throws {
        bench.queue.post(ComposerEvent.edited(text: "tea?", of: try #require(composer.place)))
        bench.queue.post(JoinEvent.refused(Self.garden, from: Self.line, .takesKnocks))
        #expect(composer.question == nil)
        #expect(composer.text == "/join #garden:x\ntea?")
    }

    @Test func newChatFormJoinsByAddress() {
        bench.queue.post(CreateChatEvent.started(with: nil))
        bench.queue.post(CreateChatEvent.adding(text: "#garden:x", person: nil))
        #expect(bench.state.createChat.joining == Self.garden && bench.state.createChat.members.isEmpty)
        bench.queue.post(JoinEvent.refused(Self.garden, from: .form, .notFound))
        #expect(bench.state.createChat.error?.text.string.contains("There is no chat #garden:x") == true)
        bench.queue.post(CreateChatEvent.adding(text: "#garden:x", person: nil))
        bench.queue.post(JoinEvent.joined(chatID: "!garden", Self.garden, from: .form))
        #expect(openChatID == "!garden" && bench.state.navigation.screen != .createChat)
    }

    @Test func refusedLinkIsReportedOnlyInItsChat() {
        bench.queue.post(JoinEvent.refused(Self.garden, from: .chat("!lawn"), .notFound))
        #expect(composer.notice == nil)
        bench.queue.post(JoinEvent.refused(Self.garden, from: .chat("!tea"), .notFound))
        #expect(composer.notice == .notJoined(Self.garden, .notFound))
    }
}
