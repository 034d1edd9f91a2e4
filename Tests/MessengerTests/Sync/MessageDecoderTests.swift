import Conversations
import MatrixAPI
import Testing

@testable import Engine

@Suite(.timeLimit(.minutes(5))) struct MessageDecoderTests {
    private func decode(_ json: JSONValue) -> Message? {
        MessageDecoder.message(from: MatrixEvent(timelineJSON: json))
    }

    @Test(arguments: [
        ("m.text", Message.Kind.text, "hello"), ("m.emote", .emote, "hello"), ("m.notice", .notice, "hello"),
        ("m.image", .picture, "hello"), ("m.video", .video, "hello"), ("m.audio", .sound, "hello"),
        ("m.file", .file, "hello"), ("m.location", .place, "hello"), ("org.example.poll", .text, "hello"),
    ])
    func messageKindFollowsMsgtype(type: String, kind: Message.Kind, body: String) {
        let message = decode(Story.event("1", content: ["msgtype": .string(type), "body": "hello"]))
        #expect(message?.kind == kind)
        #expect(message?.body == body)
    }

    private static let others: [(JSONValue, Message.Kind, String)] = [
        (Story.event("1", content: ["msgtype": "m.text"]), .unreadable, ""),
        (Story.event("1", content: ["msgtype": "m.text", "body": 7]), .unreadable, ""),
        (Story.event("1", "m.sticker", content: ["body": "a cat"]), .sticker, "a cat"),
        (Story.event("1", "m.sticker", content: ["url": "mxc://x/y"]), .unreadable, ""),
        (Story.event("1", "m.room.encrypted", content: [:]), .encrypted, ""),
        (Story.event("1", "m.room.name", stateKey: "", content: ["name": "Tea"]), .chatName, "Tea"),
        (Story.event("1", "m.room.topic", stateKey: "", content: ["topic": "Green"]), .chatTopic, "Green"),
        (Story.event("1", "m.room.tombstone", stateKey: "", content: ["body": "We moved"]), .chatEnd, "We moved"),
        (Story.event("1", "m.room.tombstone", stateKey: "", content: [:]), .chatEnd, ""),
        (
            Story.event("1", content: ["msgtype": "m.key.verification.request", "body": "verify me", "to": "@ana:x"]),
            .verification, "@ana:x"
        ),
        (Story.event("1", "m.room.name", content: ["name": "Tea"]), .unknown, ""),
        (Story.event("1", "m.room.member", content: ["membership": "join"]), .unknown, ""),
        (Story.event("1", "org.example.dice", content: ["roll": 6]), .unknown, ""),
        (Story.event("1", "org.example.dice", content: ["body": "a six"]), .unknown, "a six"),
        (Story.event("1", "org.example.table", stateKey: "", content: ["colour": "red"]), .unknown, ""),
        (Story.event("1", "m.call.invite", content: ["version": "1"]), .unknown, ""),
        (Story.event("1", "org.matrix.msc3381.poll.response", content: [:]), .relation, ""),
        (Story.event("1", "m.poll.start", content: Story.tea), .poll, "Tea?"),
        (Story.event("1", "org.matrix.msc3381.poll.start", content: Story.oldTea), .poll, "Tea?"),
        (Story.event("1", "m.poll.start", content: ["m.text": [["body": "Tea?"]]]), .unreadable, ""),
        (Story.event("1", "m.poll.start", stateKey: "", content: Story.tea), .unknown, ""),
        (["content": [:], "type": "m.room.message"], .malformed, ""),
        (["event_id": "$1", "sender": "@bo:x", "type": "m.room.message"], .malformed, ""),
    ]

    @Test func eventWithoutIDGetsStableID() throws {
        let event: JSONValue = [
            "type": "m.room.message", "sender": "@bo:x", "content": ["body": "hi", "msgtype": "m.text"],
        ]
        var later = event
        later["unsigned"] = ["age": 7_000]
        var other = event
        other["sender"] = "@kim:x"
        let first = try #require(decode(event))
        #expect(decode(later)?.eventID == first.eventID)
        #expect(decode(other)?.eventID != first.eventID)
        #expect(!first.hasIdentifier)
        #expect(decode(Story.event("1"))?.hasIdentifier == true)
    }

    @Test(arguments: others)
    func otherEventsKeepTheirKindAndBody(event: JSONValue, kind: Message.Kind, body: String) {
        #expect(decode(event)?.kind == kind)
        #expect(decode(event)?.body == body)
    }

    @Test func unknownMessageEventKeepsItsType() {
        #expect(decode(Story.event("1", "org.example.dice"))?.eventType == "org.example.dice")
        #expect(decode(Story.event("1", "org.example.table", stateKey: ""))?.eventType == nil)
        #expect(decode(Story.event("1", "m.call.invite"))?.eventType == nil)
        #expect(decode(Story.event("1"))?.eventType == nil)
        let removed = Story.event("1", "org.example.dice", unsigned: ["redacted_because": ["type": "m.room.redaction"]])
        #expect(decode(removed)?.eventType == nil)
    }

    /// Confab's own texts are generated when a message is shown. Only the event's content is stored.
    @Test func onlyTextFromEventIsStored() throws {
        let types = ["m.text", "m.emote", "m.notice", "m.image", "m.video", "m.audio", "m.file", "m.location", "org.x"]
        var events =
            Self.others.map(\.0) + types.map { Story.event("1", content: ["msgtype": .string($0), "body": "x"]) }
        events += types.map { edit(["msgtype": .string($0), "body": "x"]) } + Self.nowhere
        for event in events {
            let message = try #require(decode(event))
            var kept = [message.body, message.eventType ?? ""]
            if case .edit(_, let content) = message.relation { kept.append(content.body) }
            for text in kept where !text.isEmpty {
                #expect(event.serializedText.contains("\"\(text)\""), "\(text)")
            }
        }
    }

    @Test func formattedBodyNeedsPlainBody() {
        let content: JSONValue = [
            "msgtype": "m.text", "format": "org.matrix.custom.html", "formatted_body": "<b>tea</b>",
        ]
        #expect(decode(Story.event("1", content: content))?.formattedBody == nil)
    }

    private static let nowhere: [JSONValue] = [
        ["type": "m.room.message", "content": [:], "sender": "@bo:x"], ["event_id": "$1"], 7, .null,
    ]

    @Test(arguments: nowhere)
    func eventWithoutIDOrSenderIsMalformed(event: JSONValue) {
        #expect(decode(event)?.kind == .malformed)
        #expect(decode(event)?.body == "")
    }

    @Test func removedMessageHasNoText() {
        let message = decode(Story.event("1", unsigned: ["redacted_because": ["type": "m.room.redaction"]]))
        #expect(message?.isRemoved == true)
        #expect(message?.body == "")
        #expect(message?.kind == .text)
    }

    @Test func redactionDetailsAreKept() {
        let because = Story.event("r", "m.room.redaction", by: Story.kim, content: ["reason": "spam", "redacts": "$1"])
        let removal = decode(Story.event("1", unsigned: ["redacted_because": because]))?.removal
        #expect(
            removal == MessageRemoval(eventID: "$r", sender: Story.kim, timestamp: Story.noon, reason: "spam"))
        let blank = Story.event("r", "m.room.redaction", content: ["reason": " \n"])
        #expect(decode(Story.event("1", unsigned: ["redacted_because": blank]))?.removal?.reason == nil)
        let hostile: JSONValue = ["event_id": 1, "sender": ["a"], "content": ["reason": [:]]]
        #expect(decode(Story.event("1", unsigned: ["redacted_because": hostile]))?.removal == nil)
    }

    @Test func ownTransactionIDIsRead() {
        #expect(decode(Story.event("1", unsigned: ["transaction_id": "t1"]))?.transactionID == "t1")
    }

    private func reply(_ body: String, _ html: String? = nil, relation: JSONValue? = nil) -> JSONValue {
        var content: JSONValue = [
            "msgtype": "m.text", "body": .string(body),
            "m.relates_to": relation ?? ["m.in_reply_to": ["event_id": "$0"]],
        ]
        if let html {
            content["format"] = "org.matrix.custom.html"
            content["formatted_body"] = .string(html)
        }
        return Story.event("1", content: content)
    }

    @Test func replyKnowsItsTargetAndDropsFallback() {
        let message = decode(
            reply(
                "> <@bo:x> tea?\n> or not\n\nyes\n> as ever",
                "<mx-reply><blockquote>tea?</blockquote></mx-reply><b>yes</b>"))
        #expect(message?.replyTo == "$0")
        #expect(message?.body == "yes\n> as ever")
        #expect(message?.formattedBody == "<b>yes</b>")
    }

    @Test(arguments: ["> tea", "yes", "> <@bo:x> tea?"])
    func textThatIsNoReplyFallbackIsKept(body: String) {
        #expect(decode(reply(body))?.body == body)
    }

    @Test func quotationOutsideReplyIsKept() {
        let event = Story.event("1", content: ["msgtype": "m.text", "body": "> <@bo:x> tea?\n\nyes"])
        #expect(decode(event)?.body == "> <@bo:x> tea?\n\nyes")
        #expect(decode(event)?.replyTo == nil)
    }

    @Test func threadFallbackIsNotAReply() {
        let fallback: JSONValue = [
            "rel_type": "m.thread", "event_id": "$9", "is_falling_back": true, "m.in_reply_to": ["event_id": "$0"],
        ]
        #expect(decode(reply("hello", relation: fallback))?.replyTo == nil)
        var answer = fallback
        answer["is_falling_back"] = false
        #expect(decode(reply("hello", relation: answer))?.replyTo == "$0")
    }

    @Test func onlyMatrixHTMLIsReadAsFormattedBody() {
        let content: JSONValue = ["msgtype": "m.text", "body": "a", "format": "text/rtf", "formatted_body": "b"]
        #expect(decode(Story.event("1", content: content))?.formattedBody == nil)
    }

    private static let relations: [(JSONValue, MessageRelation?)] = [
        (
            ["m.relates_to": ["rel_type": "m.annotation", "event_id": "$0", "key": "👍"]],
            .reaction(to: "$0", key: "👍")
        ),
        (["m.relates_to": ["rel_type": "m.annotation", "event_id": "$0"]], nil),
        (["m.relates_to": ["rel_type": "m.annotation", "event_id": "$0", "key": 7]], nil),
        (["m.relates_to": ["rel_type": "m.thread", "event_id": "$0", "key": "👍"]], nil),
        ([:], nil),
    ]

    @Test(arguments: relations)
    func reactionHasTargetAndKeyOrNoRelation(content: JSONValue, relation: MessageRelation?) {
        let message = decode(Story.event("1", "m.reaction", content: content))
        #expect(message?.kind == .relation)
        #expect(message?.relation == relation)
    }

    private func edit(_ newContent: JSONValue?, type: String = "m.room.message", stateKey: String? = nil) -> JSONValue {
        var content: JSONValue = [
            "msgtype": "m.text", "body": "* new", "m.relates_to": ["rel_type": "m.replace", "event_id": "$0"],
        ]
        content["m.new_content"] = newContent
        return Story.event("1", type, stateKey: stateKey, content: content)
    }

    @Test func editCarriesItsNewContent() {
        let html: JSONValue = [
            "msgtype": "m.emote", "body": "new", "format": "org.matrix.custom.html", "formatted_body": "<b>new</b>",
        ]
        let content = EditedContent(kind: .emote, body: "new", formattedBody: "<b>new</b>")
        #expect(decode(edit(html))?.relation == .edit(of: "$0", content))
        #expect(decode(edit(html))?.kind == .relation)
    }

    @Test(arguments: [nil, ["msgtype": "m.text"], "new", 7] as [JSONValue?])
    func editWithoutNewContentIsIgnored(newContent: JSONValue?) {
        #expect(decode(edit(newContent))?.relation == nil)
        #expect(decode(edit(newContent))?.kind == .relation)
    }

    @Test func encryptedEditIsIgnored() {
        let event = edit(["msgtype": "m.text", "body": "new"], type: "m.room.encrypted")
        #expect(decode(event)?.relation == nil)
        #expect(decode(event)?.kind == .relation)
    }

    @Test func stateEventIsNotAnEdit() {
        let event = edit(["msgtype": "m.text", "body": "new"], type: "m.room.topic", stateKey: "")
        #expect(decode(event)?.kind == .chatTopic)
    }

    @Test func redactionHasTargetAndReason() {
        let message = decode(Story.event("1", "m.room.redaction", content: ["redacts": "$0", "reason": "spam"]))
        #expect(message?.relation == .redaction(of: "$0", reason: "spam"))
        #expect(message?.kind == .relation)
    }
}
