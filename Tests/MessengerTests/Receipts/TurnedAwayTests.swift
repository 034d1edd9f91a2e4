import Conversations
import Testing

@testable import Messenger

/// Tests read positions and notifications while another account's chats are on screen.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct TurnedAwayTests {
    private let model = ReadingModel()

    @Test func whoLooksAtAnotherAccountReadsNothingHereAndIsThere() {
        model.setFocus(true)
        model.turn(away: true)
        #expect(!model.isLooking(at: Story.noon))
        #expect(model.isThere(at: Story.noon))
        model.turn(away: false)
        #expect(model.isLooking(at: Story.noon))
    }

    @Test func aKeyInAnotherAccountSaysThatSomebodyIsThere() {
        model.turn(away: true)
        model.pressedKey(at: Story.noon)
        #expect(model.isThere(at: Story.noon))
        #expect(!model.isLooking(at: Story.noon))
        model.setFocus(false)
        #expect(!model.isThere(at: Story.noon))
    }

    @Test func aNoticeOfTheOpenChatGoesOnceItsAccountIsBack() throws {
        let bench = try Workbench()
        bench.queue.open()
        bench.queue.post(ReadingEvent.turned(away: true))
        bench.models.timeline.open(chatID: Story.chatID, stored: nil)
        bench.models.notice.add(1, chatID: Story.chatID, text: "lunch?")
        bench.models.notice.add(1, chatID: "!other", text: "tea?")
        bench.queue.post(ReadingEvent.turned(away: false))
        #expect(bench.models.notice.chatIDs == ["!other"])
    }
}
