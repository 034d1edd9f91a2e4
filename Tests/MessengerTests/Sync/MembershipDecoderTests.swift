import Conversations
import MatrixAPI
import Testing

@testable import Engine

@Suite(.timeLimit(.minutes(5))) struct MembershipDecoderTests {
    private func change(
        _ old: JSONValue?, _ new: JSONValue, by sender: String
    ) -> MembershipChange? {
        let json = Story.event(
            "1", "m.room.member", by: sender, stateKey: Story.kim, unsigned: old.map { ["prev_content": $0] },
            content: new)
        return MembershipDecoder.change(in: MatrixEvent(timelineJSON: json))
    }

    @Test(
        arguments: [
            (nil, "join", Story.kim, MembershipChange.Kind.joined), ("leave", "join", Story.kim, .joined),
            ("invite", "join", Story.kim, .joined), ("knock", "join", Story.kim, .joined),
            (nil, "invite", Story.bo, .invited), ("leave", "invite", Story.bo, .invited),
            ("invite", "leave", Story.kim, .declined), ("invite", "leave", Story.bo, .removed),
            ("join", "leave", Story.kim, .left), ("join", "leave", Story.bo, .removed),
            ("join", "ban", Story.bo, .banned), (nil, "ban", Story.bo, .banned), ("ban", "leave", Story.bo, .unbanned),
            ("join", "join", Story.kim, .unchanged), (nil, "knock", Story.kim, .knocked),
            ("join", "dance", Story.kim, .unchanged),
        ] as [(String?, String, String, MembershipChange.Kind)])
    func membershipChangeFollowsFromOldAndNewState(
        old: String?, new: String, sender: String, what: MembershipChange.Kind
    ) {
        let old = old.map { ["membership": .string($0)] as JSONValue }
        #expect(change(old, ["membership": .string(new)], by: sender)?.what == what)
    }

    @Test func changedDisplayNameIsARename() {
        let changed = change(
            ["membership": "join", "displayname": "Kim"], ["membership": "join", "displayname": "Kimberly"],
            by: Story.kim)
        #expect(changed == MembershipChange(userID: Story.kim, displayName: "Kimberly", what: .renamed))
    }

    @Test func formerNameIsKeptWithRename() {
        func body(_ name: String?) -> String {
            var content: JSONValue = ["membership": "join"]
            if let name { content["displayname"] = .string(name) }
            let json = Story.event(
                "1", "m.room.member", by: Story.kim, stateKey: Story.kim,
                unsigned: ["prev_content": ["membership": "join", "displayname": "Kim"]], content: content)
            return MessageDecoder.message(from: MatrixEvent(timelineJSON: json)).body
        }
        #expect(body("Kimberly") == "Kim")
        #expect(body(nil) == "Kim")
        #expect(body("Kim").isEmpty)
    }

    @Test func removedDisplayNameIsARename() {
        let changed = change(
            ["membership": "join", "displayname": "Kim"], ["membership": "join"], by: Story.kim)
        #expect(changed == MembershipChange(userID: Story.kim, displayName: nil, what: .renamed))
    }

    @Test func bannedMemberKeepsNameMissingFromBan() {
        let json = Story.event(
            "1", "m.room.member", by: Story.bo, stateKey: Story.kim,
            unsigned: ["prev_content": ["membership": "join", "displayname": "Kim"]], content: ["membership": "ban"])
        let member = MembershipDecoder.member(in: MatrixEvent(timelineJSON: json))
        #expect(member == ChatMember(userID: Story.kim, displayName: "Kim", membership: "ban"))
    }

    @Test func formerMemberKeepsName() {
        let changed = change(["membership": "join", "displayname": "Kim"], ["membership": "leave"], by: Story.kim)
        #expect(changed?.displayName == "Kim")
    }

    @Test func eventWithoutUserChangesNothing() {
        #expect(
            MembershipDecoder.change(in: MatrixEvent(timelineJSON: Story.event("1", "m.room.member", content: [:])))
                == nil)
    }
}
