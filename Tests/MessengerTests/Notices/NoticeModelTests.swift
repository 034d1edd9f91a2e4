import Testing

@testable import Messenger

@MainActor
@Suite(.timeLimit(.minutes(5))) struct NoticeModelTests {
    private var model = NoticeModel()

    @Test mutating func noticeCountsAndKeepsNewestChatLast() {
        model.add(1, chatID: "!bo")
        model.add(2, chatID: "!kim")
        model.add(1, chatID: "!bo")
        #expect(model.count == 4)
        #expect(model.chatIDs == ["!kim", "!bo"])
    }

    @Test mutating func seenChatIsRemovedWithItsCount() {
        model.add(1, chatID: "!bo", text: "lunch?")
        model.add(2, chatID: "!kim", text: "tea?")
        #expect(model.newest.text == "tea?")
        model.remove(chatID: "!kim")
        #expect(model.newest.text == "lunch?")
        model.remove(chatID: "!never")
        #expect(model.count == 1)
        #expect(model.chatIDs == ["!bo"])
        model.removeAll()
        #expect(model.count == 0)
        #expect(model.chatIDs.isEmpty)
    }
}
