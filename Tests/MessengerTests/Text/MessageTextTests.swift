import Conversations
import Testing
import ViewModels

@testable import Engine
@testable import Messenger
@testable import Presentation

/// Tests that a message stored as a kind and an argument is shown as a sentence everywhere.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct MessageTextTests {
    @Test(
        arguments: [
            (.text, "cat"), (.emote, "cat"), (.notice, "cat"), (.picture, "[picture] cat"), (.video, "[video] cat"),
            (.sound, "[sound] cat"), (.file, "[file] cat"), (.place, "Location: cat"), (.sticker, "Sticker: cat"),
            (.poll, "Poll: cat"),
            (.chatName, "named the chat “cat”"), (.chatTopic, "set the topic: cat"), (.chatEnd, "ended this chat. cat"),
            (.verification, "asks cat to compare keys"),
            (.unreadable, "A message that can't be read"), (.malformed, "An event that can't be read"),
            // Earlier versions stored messages that they could not show in this form.
            (.unknown, "cat"),
        ] as [(Message.Kind, String)])
    func eachMessageKindHasItsText(kind: Message.Kind, text: String) {
        let message = Story.line(1, "cat", kind: kind).message
        #expect(message.text == text)
        #expect(QuotedMessage(message).text == text)
    }

    /// In a group everybody sees the request.
    @Test(arguments: [("@kim:x", "asks @kim:x to compare keys"), ("", "asks to compare keys")])
    func verificationRequestForAnotherNamesThem(body: String, text: String) {
        #expect(Story.line(1, body, kind: .verification).message.text == text)
    }

    @Test func unknownEventTextNamesItsType() {
        func text(_ body: String) -> String {
            Message(
                eventID: "$1", sender: Story.bo, timestamp: Story.noon, kind: .unknown, body: body,
                eventType: "org.dice", detail: nil, isRemoved: false, transactionID: nil, source: "{}"
            ).text
        }
        #expect(text("") == "An event that Confab doesn't know (org.dice)")
        #expect(text("a six") == "An event that Confab doesn't know (org.dice): a six")
    }

    @Test func quotedPictureIsLabeled() {
        let quoted = QuotedMessage(Story.line(1, "cat.jpg", kind: .picture).message)
        let names = MemberNames(Story.members)
        let banner = ComposerViewModelBuilder(
            text: HandedText(text: "", revision: 0), notice: nil, isNoticeOfSuccess: false,
            purpose: .reply(quoted), names: names, isEncrypted: false, membership: .joined, lack: nil,
            place: nil, queue: EventQueue()
        ).build().banner
        #expect(banner.string.contains("[picture] cat.jpg"))
        var answer = Story.line(2).message
        answer = Message(
            eventID: "$2", sender: Story.bo, timestamp: Story.noon, kind: .text, body: answer.body, detail: nil,
            isRemoved: false, replyTo: "$1", quoted: quoted, transactionID: nil, source: "{}")
        let row = MessageViewModelBuilder(
            shared: SharedRowValues(names: names, time: Story.time, ownUserID: Story.ana), isOnline: true,
            changes: AskedChanges([])
        ).build(answer, status: .empty)
        #expect(row.quote == "Bo: [picture] cat.jpg")
    }

    @Test func pictureIsLabeledInNotificationAndInfo() {
        let last = Story.line(1, "cat.jpg", kind: .picture).message
        #expect(Arrival(in: Story.chat("!a"), last: last, count: 1, isMention: false).text == "[picture] cat.jpg")
        let version = MessageVersion(
            eventID: "$1", timestamp: 1, kind: .picture, body: "cat.jpg", formattedBody: nil, source: "{}")
        #expect(version.text == "[picture] cat.jpg")
    }
}
