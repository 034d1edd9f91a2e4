import Conversations
import MatrixAPI
import Storage
import Testing
import ViewModels

@testable import Engine
@testable import Messenger
@testable import Presentation

/// Tests that each kind of line is sent with its mentions.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct MentionSendingTests {
    private let bench: Workbench

    /// Bo sent `$1`. Ana replied with `$2`, which mentions bo.
    init() async throws {
        bench = try Workbench()
        bench.queue.open()
        var change = ChatChange(chatID: Story.chatID, membership: .joined)
        change.members = Array(Story.members.values)
        var answer = Story.line(2, "yes", by: Story.ana).message
        answer.mentions = MessageMentions(userIDs: [Story.bo], isForRoom: false)
        change.timeline = .init(messages: [Story.line(1).message, answer], isLimited: false, previousBatch: nil)
        _ = try await bench.database.sync.apply(SyncSlice(changes: [change]))
        bench.queue.post(
            ChatEvent.loaded(
                chats: try bench.database.chats.all(), areAll: true, ignoredUserIDs: [], drafts: [], outbox: [],
                openChatID: Story.chatID))
    }

    private func sent(_ text: String) async throws -> JSONValue {
        let count = bench.state.outbox.lines.count
        bench.queue.post(ComposerEvent.submitted(text: text, of: try #require(bench.state.composer.place)))
        while bench.state.outbox.lines.count == count {
            try await Task.sleep(for: .milliseconds(5))
        }
        return try JSONValue(parsing: try #require(bench.state.outbox.lines.last).content)
    }

    private func users(_ userIDs: String...) -> JSONValue { ["user_ids": .array(userIDs.map { .string($0) })] }

    @Test func replyMentionsSenderAndNamedPeople() async throws {
        bench.queue.post(MessageActionEvent.replying(to: .event("$1")))
        #expect(try await sent("ask @kim")["m.mentions"] == users(Story.bo, Story.kim))
    }

    @Test func replyToThreadMessageStaysInThread() async throws {
        let said: JSONValue = [
            "msgtype": "m.text", "body": "and tea?", "m.relates_to": ["rel_type": "m.thread", "event_id": "$1"],
        ]
        try await bench.sync([Story.event("3", content: said)])
        bench.queue.post(ChatEvent.opened(chatID: "!garden"))
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        await bench.answered()
        bench.queue.post(MessageActionEvent.replying(to: .event("$3")))
        let relation: JSONValue = [
            "rel_type": "m.thread", "event_id": "$1", "is_falling_back": false,
            "m.in_reply_to": ["event_id": "$3"],
        ]
        #expect(try await sent("yes")["m.relates_to"] == relation)
    }

    @Test func replyToOwnMessageMentionsNobody() async throws {
        bench.queue.post(MessageActionEvent.replying(to: .event("$2")))
        #expect(try await sent("no")["m.mentions"] == [:])
    }

    @Test func editOutsideWindowMentionsOnlyNewPeople() async throws {
        bench.queue.post(MessageActionEvent.editing(.event("$2")))
        bench.state.timeline.replace(.empty)
        let before = bench.database.readsOnMainActor
        let content = try await sent("yes, @kim")
        #expect(bench.database.readsOnMainActor == before)
        #expect(content["m.mentions"] == users(Story.kim))
        #expect(content["m.new_content"]?["m.mentions"] == users(Story.bo, Story.kim))
    }

    @Test func editMentionsOnlyNewPeople() async throws {
        bench.queue.post(MessageActionEvent.editing(.event("$2")))
        let content = try await sent("yes, @kim")
        #expect(content["m.mentions"] == users(Story.kim))
        #expect(content["m.new_content"]?["m.mentions"] == users(Story.bo, Story.kim))
        // The latest text counts, even if the server has not returned it yet.
        bench.queue.post(MessageActionEvent.editing(.event("$2")))
        let again = try await sent("yes")
        #expect(again["m.mentions"] == [:])
        #expect(again["m.new_content"]?["m.mentions"] == users(Story.bo))
    }

    private func comeBack() async {
        bench.queue.post(ChatEvent.opened(chatID: "!garden"))
        await bench.answered()
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
    }

    @Test(arguments: ["lunch, @kim?", "Kim: lunch?"], [true, false])
    func mentionsAreResolvedBeforeMembersLoad(text: String, isAnybodyKnown: Bool) async throws {
        await comeBack()
        if isAnybodyKnown { bench.state.timeline.merge([try #require(Story.members[Story.bo])]) }
        #expect(bench.state.timeline.members.count == (isAnybodyKnown ? 1 : 0))
        #expect(try await sent(text)["m.mentions"] == users(Story.kim))
    }

    @Test func replyMentionsAreResolvedBeforeMembersLoad() async throws {
        bench.queue.post(MessageActionEvent.replying(to: .event("$1")))
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        #expect(bench.state.timeline.members.isEmpty)
        #expect(try await sent("ask @kim")["m.mentions"] == users(Story.bo, Story.kim))
    }

    @Test func editMentionsAreResolvedBeforeMembersLoad() async throws {
        bench.queue.post(MessageActionEvent.editing(.event("$2")))
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        #expect(bench.state.timeline.members.isEmpty)
        let content = try await sent("yes, @kim")
        #expect(content["m.mentions"] == users(Story.kim))
        #expect(content["m.new_content"]?["m.mentions"] == users(Story.bo, Story.kim))
    }

    @Test func editedUnsentLineResolvesMentionsBeforeMembersLoad() async throws {
        let line = try await bench.database.outbox.accept(Story.outboxLine("tea"))
        bench.queue.post(OutboxEvent.accepted(line))
        await comeBack()
        bench.queue.post(MessageActionEvent.editing(.line("tea")))
        bench.queue.post(
            ComposerEvent.submitted(text: "tea, @kim?", of: try #require(bench.state.composer.place)))
        await bench.parts.effects.disk.settle()
        let content = try JSONValue(parsing: try #require(bench.state.outbox.lines.last).content)
        #expect(content["body"] == "tea, @kim?")
        #expect(content["m.mentions"] == users(Story.kim))
    }
}
