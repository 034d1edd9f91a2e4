import Conversations
import MatrixClient
import Testing

@testable import Engine
@testable import Messenger

@MainActor
@Suite(.timeLimit(.minutes(5))) struct SpaceCommandTests {
    private let bench: Workbench

    init() async throws {
        bench = try Workbench()
        bench.queue.open()
        var team = Story.chat("!team")
        (team.isSpace, team.givenName) = (true, "Team")
        team.spaceChildren = [SpaceChild(chatID: "!cake", servers: ["x"])]
        var closed = Story.chat("!closed")
        (closed.isSpace, closed.givenName) = (true, "Closed")
        closed.powerSource = ChatPowerSource(
            levels: #"{"users":{"@bo:x":100}}"#, creation: #"{"room_version":"11"}"#, creator: Story.bo)
        bench.queue.post(
            ChatEvent.loaded(
                chats: [Story.chat("!tea", activity: 2), Story.chat("!cake", activity: 1), team, closed],
                areAll: true, ignoredUserIDs: [], drafts: [], outbox: [], openChatID: "!tea"))
    }

    private var composer: ComposerModel { bench.state.composer }

    private func submit(_ text: String) throws {
        bench.queue.post(ComposerEvent.submitted(text: text, of: try #require(composer.place)))
    }

    @Test func unknownSpaceIsCreatedAfterConfirmation() throws {
        try submit("/space Garden")
        let question = try #require(composer.question)
        #expect(question.kind == .makeSpace("Garden") && composer.text == "/space Garden")
        bench.queue.post(ComposerEvent.confirmed(text: question.text, of: try #require(composer.place)))
        #expect(composer.text.isEmpty)
    }

    @Test func refusedSpaceCommandStaysInComposer() throws {
        for (line, notice) in [
            ("/space closed", SpaceNotice.lacksPower("Closed")), ("/unspace Team", .lacksChat("Team")),
            ("/unspace Garden", .isUnknown("Garden")),
        ] {
            try submit(line)
            #expect(composer.notice == .space(notice))
            #expect(composer.text == line && composer.question == nil)
        }
        bench.queue.post(ChatEvent.opened(chatID: "!cake"))
        try submit("/space team")
        #expect(composer.notice == .space(.hasChat("Team")))
    }

    @Test func spaceCommandAddsOpenChatAtOnce() throws {
        try submit("/space TEAM")
        #expect(composer.text.isEmpty && composer.question == nil)
    }
}
