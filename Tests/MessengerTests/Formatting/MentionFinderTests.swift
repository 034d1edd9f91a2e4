import Conversations
import Testing

@testable import Messenger

@Suite(.timeLimit(.minutes(5))) struct MentionFinderTests {
    private let members = [
        ChatMember(userID: Story.ana, displayName: "Ana María", membership: "join"),
        ChatMember(userID: Story.bo, displayName: "Bo", membership: "join"),
        ChatMember(userID: "@bobby:x", displayName: nil, membership: "invite"),
        ChatMember(userID: Story.kim, displayName: "Kim", membership: "join"),
        ChatMember(userID: "@kim2:x", displayName: "Kim", membership: "join"),
        ChatMember(userID: "@zoe:x", displayName: "Zoe", membership: "leave"),
    ]

    @Test(
        arguments: [
            ("@Bo look", [Story.bo]), ("@bo:x: look", [Story.bo]), ("hello @ana maría!", [Story.ana]),
            ("@ana and @Bo, @bo", [Story.ana, Story.bo]), ("@bobby", ["@bobby:x"]), ("Bo look", []),
            ("mail bo@bo now", []), ("@Kim2", ["@kim2:x"]), ("@Zoe", []), ("@", []), ("@nobody:x", []),
            ("(@bo)", [Story.bo]), ("@bo.", [Story.bo]), ("@bo.example", []),
        ])
    func mentionIsFoundByIDOrName(text: String, expected: [String]) {
        #expect(NamedText(text, members: members, ownUserID: "").userIDs == expected)
    }
}
