import Conversations
import Testing

@testable import Messenger

@MainActor
@Suite(.timeLimit(.minutes(5))) struct ReadingModelTests {
    private var model = ReadMarkerModel()
    private let now: Int64 = 1_000_000
    private let window = Story.window((1...9).map { Story.line($0) })

    init() { model.read(through: 0, chatID: "!tea") }

    private mutating func read(at now: Int64, chatID: String = "!tea") -> String? {
        model.advanceReadPosition(chatID: chatID, in: window, ownUserID: Story.ana, now: now)?.message.eventID
    }

    @Test mutating func reportedFocusOverridesEarlierKeyPress() {
        model.show([1], chatID: "!tea")
        model.pressedKey(at: now)
        model.setFocus(false)
        #expect(read(at: now) == nil)
        model.setFocus(true)
        #expect(read(at: now + 10 * ReadMarkerModel.attention) == "$1")
    }

    @Test mutating func keyPressOverridesReportedFocusLoss() {
        model.show([1], chatID: "!tea")
        model.setFocus(false)
        model.pressedKey(at: now)
        #expect(read(at: now) == "$1")
        model.show([2], chatID: "!tea")
        model.setFocus(false)
        #expect(read(at: now) == nil)
    }

    @Test mutating func keyPressCountsForAMinuteWithoutFocusReports() {
        model.show([1], chatID: "!tea")
        model.pressedKey(at: now)
        #expect(read(at: now + ReadMarkerModel.attention) == nil)
        #expect(read(at: now + ReadMarkerModel.attention - 1) == "$1")
    }

    @Test mutating func messagesShownWithoutAttentionAreNotRead() {
        model.setFocus(false)
        model.show([1, 2], chatID: "!tea")
        #expect(read(at: now) == nil)
        model.show([3], chatID: "!tea")
        model.setFocus(true)
        #expect(read(at: now) == nil)
    }

    @Test mutating func automaticallyOpenedChatIsReadAfterKeyPress() {
        model.setFocus(true)
        model.awaitKey()
        model.show([1], chatID: "!tea")
        #expect(read(at: now) == nil)
        model.pressedKey(at: now)
        #expect(read(at: now) == "$1")
    }

    @Test mutating func eachReceiptIsSentOnceAndNeverGoesBack() {
        model.setFocus(true)
        model.show([1, 2], chatID: "!tea")
        #expect(read(at: now) == "$2")
        #expect(read(at: now) == nil)
        model.show([1], chatID: "!tea")
        #expect(read(at: now) == nil)
        model.show([3], chatID: "!tea")
        #expect(read(at: now) == "$3")
    }

    @Test mutating func messagesReadOnOtherDeviceAreNotReportedAgain() {
        model.setFocus(true)
        model.show([1, 2], chatID: "!tea")
        model.confirm(position: 2, chatID: "!tea")
        #expect(read(at: now) == nil)
        // The next message is the first unread one.
        model.show([3], chatID: "!tea")
        #expect(read(at: now) == "$3")
    }

    @Test mutating func chatsAreReadIndependently() {
        model.setFocus(true)
        model.read(through: 0, chatID: "!milk")
        model.show([1], chatID: "!tea")
        #expect(read(at: now, chatID: "!milk") == nil)
    }

    @Test mutating func nothingIsReadBeforeReadPositionIsKnown() {
        model.setFocus(true)
        model.show([1], chatID: "!milk")
        #expect(read(at: now, chatID: "!milk") == nil)
        model.accept(through: 9, chatID: "!milk")
        #expect(read(at: now, chatID: "!milk") == "$9")
    }
}
