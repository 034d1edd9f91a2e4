import Conversations
import Testing

@testable import Messenger

@MainActor
@Suite(.timeLimit(.minutes(2))) struct ComposerModelTests {
    private let model = ComposerModel()

    @Test func anEditLeavesTheDraftAloneAndGivesItBack() {
        model.open(chatID: Story.chatID, draft: "half a thought")
        model.edit(.event("$1"), body: "helo")
        #expect(model.text == "helo")
        #expect(model.draft == "half a thought")
        model.edit("hello")
        #expect(model.draft == "half a thought")
        model.endPurpose()
        #expect(model.text == "half a thought")
        #expect(model.purpose == .newLine)
    }

    @Test func anAnswerKeepsWhatIsWritten() {
        model.open(chatID: Story.chatID, draft: "half")
        model.reply(to: "$1", sender: Story.bo, body: "hello")
        model.edit("half done")
        model.endPurpose()
        #expect(model.text == "half done")
    }

    @Test func anAnswerInPlaceOfAnEditBringsTheDraftBackFirst() {
        model.open(chatID: Story.chatID, draft: "half")
        model.edit(.event("$1"), body: "helo")
        model.reply(to: "$2", sender: Story.bo, body: "hello")
        #expect(model.text == "half")
    }

    @Test func anotherChatEndsIt() {
        model.open(chatID: Story.chatID, draft: "")
        model.reply(to: "$1", sender: Story.bo, body: "hello")
        model.open(chatID: "!other", draft: "")
        #expect(model.purpose == .newLine)
    }
}
