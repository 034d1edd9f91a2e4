import MatrixAPI
import Testing
import ViewModels

@testable import Messenger

@MainActor
@Suite(.timeLimit(.minutes(2))) struct RoomMentionTests {
    @Test func everybodyIsCalledByThePowerfulAlone() async throws {
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
}
