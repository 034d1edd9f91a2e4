import Conversations
import Testing
import ViewModels

@testable import Messenger

@MainActor
@Suite(.timeLimit(.minutes(5))) struct ComposerModelTests {
    private var model = ComposerModel()

    @Test mutating func editKeepsDraftAndRestoresIt() {
        model.open(chatID: Story.chatID, draft: "half a thought")
        model.edit(.event("$1"), body: "helo")
        #expect(model.text == "helo")
        #expect(model.draft == "half a thought")
        model.report("hello")
        #expect(model.draft == "half a thought")
        model.endPurpose()
        #expect(model.text == "half a thought")
        #expect(model.purpose == .newLine)
    }

    @Test mutating func replyKeepsTypedText() {
        model.open(chatID: Story.chatID, draft: "half")
        model.reply(to: QuotedMessage(Story.line(1).message))
        model.report("half done")
        model.endPurpose()
        #expect(model.text == "half done")
    }

    @Test mutating func replyDuringEditRestoresDraft() {
        model.open(chatID: Story.chatID, draft: "half")
        model.edit(.event("$1"), body: "helo")
        model.reply(to: QuotedMessage(Story.line(2).message))
        #expect(model.text == "half")
    }

    @Test mutating func openingAnotherChatEndsReply() {
        model.open(chatID: Story.chatID, draft: "")
        model.reply(to: QuotedMessage(Story.line(1).message))
        model.open(chatID: "!other", draft: "")
        #expect(model.purpose == .newLine)
    }
}

extension ComposerModel {
    fileprivate mutating func report(_ text: String) {
        let isCurrent = receive(text, revision: handed.revision)
        #expect(isCurrent)
    }
}
