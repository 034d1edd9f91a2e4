import Testing

@testable import Messenger

@MainActor
@Suite(.timeLimit(.minutes(2))) struct ReadingModelTests {
    private let model = ReadingModel()
    private let now: Int64 = 1_000_000

    @Test func whereFocusIsReportedItAloneCounts() {
        model.show(eventID: "$1", position: 1, chatID: "!tea")
        model.setFocus(false)
        model.pressedKey(at: now)
        #expect(model.takeRead(chatID: "!tea", now: now) == nil)
        model.setFocus(true)
        #expect(model.takeRead(chatID: "!tea", now: now + 10 * ReadingModel.attention) == "$1")
    }

    @Test func whereFocusIsNeverReportedAKeyCountsForAMinute() {
        model.show(eventID: "$1", position: 1, chatID: "!tea")
        model.pressedKey(at: now)
        #expect(model.takeRead(chatID: "!tea", now: now + ReadingModel.attention) == nil)
        #expect(model.takeRead(chatID: "!tea", now: now + ReadingModel.attention - 1) == "$1")
    }

    @Test func eachEventIsToldOnceAndNeverAnOlderOne() {
        model.setFocus(true)
        model.show(eventID: "$2", position: 2, chatID: "!tea")
        #expect(model.takeRead(chatID: "!tea", now: now) == "$2")
        #expect(model.takeRead(chatID: "!tea", now: now) == nil)
        model.show(eventID: "$1", position: 1, chatID: "!tea")
        #expect(model.takeRead(chatID: "!tea", now: now) == nil)
        model.show(eventID: "$3", position: 3, chatID: "!tea")
        #expect(model.takeRead(chatID: "!tea", now: now) == "$3")
    }

    @Test func whatAnotherDeviceReadIsNotToldAgain() {
        model.setFocus(true)
        model.show(eventID: "$2", position: 2, chatID: "!tea")
        model.confirm(position: 2, chatID: "!tea")
        #expect(model.takeRead(chatID: "!tea", now: now) == nil)
    }

    @Test func chatsAreReadApart() {
        model.setFocus(true)
        model.show(eventID: "$9", position: 9, chatID: "!tea")
        #expect(model.takeRead(chatID: "!milk", now: now) == nil)
    }
}
