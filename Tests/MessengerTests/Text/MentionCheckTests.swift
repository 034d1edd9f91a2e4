import Conversations
import Testing

@testable import Engine

@Suite(.timeLimit(.minutes(5))) struct MentionCheckTests {
    private func message(
        _ body: String, by sender: String = Story.bo, kind: Message.Kind = .text, mentions: MessageMentions? = nil
    ) -> Message {
        Message(
            eventID: "$1", sender: sender, timestamp: Story.noon, kind: kind, body: body, detail: nil, isRemoved: false,
            mentions: mentions, transactionID: nil, source: "{}")
    }

    private func isCalled(_ message: Message, name: String? = "Ana", power: ChatPower? = nil) -> Bool {
        MentionCheck(ownUserID: Story.ana, displayName: name, power: power).isCalled(by: message)
    }

    private func naming(_ userIDs: String..., room: Bool = false) -> MessageMentions {
        MessageMentions(userIDs: Set(userIDs), isForRoom: room)
    }

    @Test func explicitMentionsAreAuthoritative() {
        #expect(isCalled(message("look", mentions: naming(Story.ana, Story.kim))))
        #expect(!isCalled(message("Ana, look", mentions: naming(Story.kim))))
        #expect(!isCalled(message("Ana, look", mentions: naming())))
    }

    @Test(arguments: [
        ("ana: look", true), ("is ANA there?", true), ("(ana)", true), ("banana", false), ("ana_b", false),
        ("ana2", false), ("the anagram", false), ("", false),
    ])
    func nameCountsWithoutExplicitMentions(body: String, expected: Bool) {
        #expect(isCalled(message(body)) == expected)
    }

    @Test func displayNameAndLocalpartBothCount() {
        #expect(isCalled(message("Ask Ännchen!"), name: "ännchen"))
        #expect(isCalled(message("ask ana"), name: "Ännchen"))
        #expect(isCalled(message("ask ana"), name: nil))
        #expect(!isCalled(message("nothing"), name: " "))
    }

    @Test func roomMentionNeedsPowerLevel() {
        var power = ChatPower()
        power.users = [Story.kim: 50]
        for message in [message("@room tea"), message("tea", mentions: naming(room: true))] {
            #expect(!isCalled(message, power: power))
            #expect(!isCalled(message))
        }
        for message in [
            message("@room tea", by: Story.kim), message("tea", by: Story.kim, mentions: naming(room: true)),
        ] {
            #expect(isCalled(message, power: power))
        }
    }

    @Test func noticesAndOwnMessagesMentionNobody() {
        #expect(!isCalled(message("ana", kind: .notice)))
        #expect(!isCalled(message("ana", by: Story.ana)))
        #expect(!isCalled(message("ana").removed(by: nil)))
    }
}
