import Conversations
import MatrixAPI
import Testing
import ViewModels

@testable import Engine
@testable import Messenger
@testable import Presentation

@MainActor
@Suite(.timeLimit(.minutes(5))) struct RoomMentionTests {
    @Test func roomMentionNeedsPowerLevel() async throws {
        let bench = try Workbench()
        bench.queue.open()
        let call: JSONValue = ["msgtype": "m.text", "body": "@room tea", "m.mentions": ["room": true]]
        try await bench.sync(
            state: [Story.creation(), Story.levels(["users": [Story.kim: 50]])],
            [Story.event("1", by: Story.kim, content: call), Story.event("2", by: Story.bo, content: call)])
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        await bench.answered()
        let chat = bench.openChat
        let marks = chat.rows.compactMap { row -> Bool? in
            guard case .message(let message) = row.content else { return nil }
            return message.isMention
        }
        #expect(marks == [true, false])
    }

    @Test(arguments: [50, 0])
    func roomMentionIsSentOnlyWithPowerLevel(level: Int64) async throws {
        let bench = try Workbench()
        bench.queue.open()
        try await bench.sync(
            state: [Story.creation(), Story.levels(["users": [Story.ana: .integer(level)]])] + Self.joins,
            [Story.event("1", by: Story.kim, content: ["msgtype": "m.text", "body": "tea?"])])
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        await bench.answered()
        bench.queue.post(
            ComposerEvent.submitted(text: "@room, @kim: tea", of: try #require(bench.state.composer.place)))
        await bench.parts.effects.disk.settle()
        let line = try #require(bench.state.outbox.lines.last)
        #expect(try JSONValue(parsing: line.content)["m.mentions"]?["room"] == (level == 50 ? true : nil))
        #expect(try JSONValue(parsing: line.content)["m.mentions"]?["user_ids"] == [.string(Story.kim)])
    }

    @Test func roomMentionNeedsWholeWord() {
        for text in ["@roommate", "a@room", "room"] { #expect(!MentionFinder.callsRoom(text), "\(text)") }
        for text in ["@room", "tea, @room!", "(@room)"] { #expect(MentionFinder.callsRoom(text), "\(text)") }
    }

    private static let joins = [Story.ana, Story.kim].map { userID in
        Story.event(
            "join-\(userID)", "m.room.member", by: userID, stateKey: userID, content: ["membership": "join"])
    }
}
