import Conversations
import Testing

@testable import Engine
@testable import Messenger

/// Tests read positions and notifications while another account's chats are on screen.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct TurnedAwayTests {
    private var model = ReadMarkerModel()

    @Test mutating func otherAccountInFrontReadsNothingButUserIsPresent() {
        model.setFocus(true)
        model.turn(away: true)
        #expect(!model.isLooking(at: Story.noon))
        #expect(model.isThere(at: Story.noon))
        model.turn(away: false)
        #expect(model.isLooking(at: Story.noon))
    }

    @Test mutating func keyPressInOtherAccountMeansPresent() {
        model.turn(away: true)
        model.pressedKey(at: Story.noon)
        #expect(model.isThere(at: Story.noon))
        #expect(!model.isLooking(at: Story.noon))
        model.setFocus(false)
        #expect(!model.isThere(at: Story.noon))
    }

    @Test func openChatsNotificationEndsWhenAccountReturns() throws {
        let bench = try Workbench()
        bench.queue.open()
        bench.queue.post(ReadMarkerEvent.turned(away: true))
        bench.state.timeline.open(chatID: Story.chatID, stored: nil)
        bench.state.notice.add(1, chatID: Story.chatID, text: "lunch?")
        bench.state.notice.add(1, chatID: "!other", text: "tea?")
        bench.queue.post(ReadMarkerEvent.turned(away: false))
        #expect(bench.state.notice.chatIDs == ["!other"])
    }
}
