import Conversations
import MatrixAPI
import Testing

@testable import Messenger

@Suite(.timeLimit(.minutes(5))) struct MessageContentTests {
    @Test func plainTextContentMentionsNobody() {
        #expect(
            MessageContent.text("hello", isEmote: false) == ["msgtype": "m.text", "body": "hello", "m.mentions": [:]])
        #expect(MessageContent.text("waves", isEmote: true)["msgtype"] == "m.emote")
    }

    @Test func mentionsAreDeduplicated() {
        let content = MessageContent.text("bo, kim", isEmote: false, mentions: [Story.kim, Story.bo, Story.kim])
        #expect(content["m.mentions"] == ["user_ids": [.string(Story.bo), .string(Story.kim)]])
    }

    @Test func replyContentHasRelationAndMentions() {
        let content = MessageContent.reply(to: "$1", body: "yes", isEmote: false, mentions: [Story.bo])
        #expect(content["m.relates_to"] == ["m.in_reply_to": ["event_id": "$1"]])
        #expect(content["m.mentions"] == ["user_ids": [.string(Story.bo)]])
        #expect(content["body"] == "yes")
    }

    @Test func editHasNewContentAndFallbackBody() {
        let content = MessageContent.edit(
            of: "$1", body: "kim too", isEmote: false, mentions: [Story.bo, Story.kim],
            former: MessageMentions(userIDs: [Story.bo], isForRoom: false))
        #expect(content["body"] == "* kim too")
        #expect(content["m.new_content"]?["body"] == "kim too")
        #expect(content["m.new_content"]?["m.mentions"] == ["user_ids": [.string(Story.bo), .string(Story.kim)]])
        #expect(content["m.mentions"] == ["user_ids": [.string(Story.kim)]])
        #expect(content["m.relates_to"] == ["rel_type": "m.replace", "event_id": "$1"])
    }

    @Test func editWithoutNewMentionsHasEmptyMentions() {
        let content = MessageContent.edit(
            of: "$1", body: "@bo: sorry", isEmote: false, mentions: [Story.bo],
            former: MessageMentions(userIDs: [Story.bo], isForRoom: false))
        #expect(content["m.mentions"] == [:])
        #expect(content["m.new_content"]?["m.mentions"] == ["user_ids": [.string(Story.bo)]])
    }

    @Test func editMentionsRoomOnlyIfOriginalDidNot() {
        var text = NamedText("tea @room", members: Story.members.values, ownUserID: Story.ana, mayCallRoom: true)
        func edit(_ former: MessageMentions) -> JSONValue {
            MessageContent.edit(of: "$1", body: text, isEmote: false, former: former)
        }
        #expect(edit(.nobody)["m.mentions"] == ["room": true])
        let called = edit(MessageMentions(userIDs: [], isForRoom: true))
        #expect(called["m.mentions"] == [:])
        #expect(called["m.new_content"]?["m.mentions"] == ["room": true])
        text = "tea @room"
        #expect(edit(.nobody)["m.mentions"] == [:])
    }

    @Test func reactionReferencesItsMessage() {
        let content = MessageContent.reaction("👍", to: "$1")
        #expect(content["m.relates_to"] == ["rel_type": "m.annotation", "event_id": "$1", "key": "👍"])
    }
}
