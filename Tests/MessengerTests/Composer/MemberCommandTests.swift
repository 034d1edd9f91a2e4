import Conversations
import MatrixAPI
import Testing
import ViewModels

@testable import Engine
@testable import Messenger

@MainActor
@Suite(.timeLimit(.minutes(5))) struct MemberCommandTests {
    private let bench: Workbench

    init() async throws {
        bench = try Workbench()
        bench.queue.open()
        bench.queue.post(
            ChatEvent.loaded(
                chats: [Story.chat(Story.chatID)], areAll: true, ignoredUserIDs: [], drafts: [], outbox: [],
                openChatID: Story.chatID))
        try await bench.sync([Story.creation(), Story.levels(["users": [Story.ana: 100]])])
        bench.state.timeline.merge(Array(Story.members.values))
    }

    private var composer: ComposerModel { bench.state.composer }

    private func submit(_ text: String) throws {
        bench.queue.post(ComposerEvent.submitted(text: text, of: try #require(composer.place)))
    }

    @Test(arguments: [
        ("/kick Bo too loud", MemberChange(.remove, Story.bo, reason: "too loud")),
        ("/ban @bo:x", MemberChange(.ban, Story.bo)), ("/unban @BO:x", MemberChange(.unban, Story.bo)),
        ("/op bo", MemberChange(.makeModerator, Story.bo)), ("/op Bo admin", MemberChange(.makeAdmin, Story.bo)),
        ("/deop @bo", MemberChange(.give(0), Story.bo)), ("/ban zed", MemberChange(.ban, "@zed:x")),
    ])
    func memberCommandRunsAfterConfirmation(text: String, change: MemberChange) throws {
        try submit(text)
        let question = try #require(composer.question)
        guard case .member(let asked, _) = question.kind else { return #expect(Bool(false), "another question") }
        #expect(asked == change)
        #expect(composer.text == text)
        bench.queue.post(ComposerEvent.confirmed(text: text, of: try #require(composer.place)))
        #expect(composer.text.isEmpty)
        bench.queue.post(
            ComposerEvent.commandDone(.memberChanged(change.act, name: "Bo"), chatID: Story.chatID))
        #expect(composer.notice?.text.contains("Bo") == true)
    }

    @Test func ambiguousOrUnknownMemberIsReported() throws {
        bench.state.timeline.merge([ChatMember(userID: "@bo:y", displayName: "Bo", membership: "join")])
        try submit("/kick Bo")
        #expect(composer.notice == .noMember(.several("Bo")))
        try submit("/kick zoe@mail.x")
        #expect(composer.notice == .noMember(.nobody("zoe@mail.x")))
        #expect(composer.text == "/kick zoe@mail.x")
    }

    @Test func memberCommandWithoutPowerIsRejected() async throws {
        try await bench.sync([Story.levels(["users": [Story.kim: 100]], id: "l2")])
        try submit("/ban Bo")
        #expect(composer.notice == .mayNot(.ban))
        #expect(composer.question == nil)
    }
}
