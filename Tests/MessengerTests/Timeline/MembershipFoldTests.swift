import Conversations
import Testing
import ViewModels

@testable import Messenger
@testable import Presentation

@Suite(.timeLimit(.minutes(5))) struct MembershipFoldTests {
    private func change(
        _ position: Int64, _ what: MembershipChange.Kind, _ name: String, by sender: String = Story.bo
    ) -> PlacedMessage {
        Story.line(
            position, by: sender, kind: .membership,
            detail: MembershipChange(userID: "@\(name.lowercased()):x", displayName: name, what: what))
    }

    private func rows(
        _ messages: [PlacedMessage], members: [String: ChatMember] = Story.members
    ) -> [ChatRowViewModel] {
        ChatRowsBuilder(
            window: Story.window(messages), outbox: [], names: MemberNames(members), readPositions: [:],
            newLinePosition: nil, isLoadingOlder: false, isDirect: false, isOnline: true, ownUserID: Story.ana,
            time: Story.time
        ).build()
    }

    private func said(_ messages: [PlacedMessage]) -> [String] {
        RowWords.lines(rows(messages)).filter { !$0.hasPrefix("--") }
    }

    @Test func consecutiveJoinsAreFolded() {
        let names = ["Lee", "Max", "Nia", "Oli", "Pia"]
        let joined = names.enumerated().map { change(Int64($0), .joined, $1) }
        #expect(said(joined) == ["* Lee, Max and 3 others joined"])
        #expect(said(Array(joined.prefix(3))) == ["* Lee, Max and Nia joined"])
        #expect(said(joined + [change(9, .left, "Lee")]) == ["* Lee, Max and 3 others joined, Lee left"])
    }

    @Test func inviterIsNamedOnceInFold() {
        let invited = [
            change(1, .invited, "Lee"), change(2, .invited, "Max"), change(3, .invited, "Nia", by: Story.ana),
        ]
        #expect(said(invited) == ["* Bo invited Lee and Max, Ana invited Nia"])
    }

    @Test func reasonFollowsMembershipChange() {
        func removed(_ position: Int64, _ name: String, _ reason: String) -> PlacedMessage {
            let change = MembershipChange(userID: "@\(name.lowercased()):x", displayName: name, what: .removed)
            return Story.line(position, reason, kind: .membership, detail: change)
        }
        #expect(
            said([removed(1, "Lee", "spam"), removed(2, "Max", "spam"), removed(3, "Nia", "")])
                == ["* Bo removed Lee and Max (spam), Bo removed Nia"])
    }

    @Test func bannedPersonIsShownByKnownName() {
        func banned(_ userID: String, _ name: String?) -> String? {
            let change = MembershipChange(userID: userID, displayName: name, what: .banned)
            return said([Story.line(1, "spam", by: Story.ana, kind: .membership, detail: change)]).first
        }
        #expect(banned(Story.bo, nil) == "* Ana banned Bo (spam)")
        #expect(banned(Story.bo, "bo the second") == "* Ana banned Bo (spam)")
        #expect(banned("@lee:x", "Lee") == "* Ana banned Lee (spam)")
    }

    @Test func renameShowsFormerName() {
        func renamed(_ name: String?, from former: String) -> String? {
            let change = MembershipChange(userID: Story.kim, displayName: name, what: .renamed)
            return said([Story.line(1, former, by: Story.kim, kind: .membership, detail: change)]).first
        }
        #expect(renamed("Kimberly", from: "Kim L.") == "* Kim L. is now called Kimberly")
        #expect(renamed("Kimberly", from: "") == "* kim is now called Kimberly")
        #expect(renamed(nil, from: "Kim L.") == "* Kim L. is now called kim")
    }

    @Test func renameShowsMatrixIDOfFormerNamesake() {
        var members = Story.members
        members["@mallory:x"] = ChatMember(userID: "@mallory:x", displayName: "Zed", membership: "join")
        let known = members
        func renamed(_ name: String?, from former: String, _ userID: String = "@mallory:x") -> [String] {
            let change = MembershipChange(userID: userID, displayName: name, what: .renamed)
            let line = Story.line(1, former, by: userID, kind: .membership, detail: change)
            return RowWords.lines(rows([line], members: known)).filter { !$0.hasPrefix("--") }
        }
        #expect(renamed("Zed", from: "Kim") == ["* Kim (@mallory:x) is now called Zed"])
        #expect(renamed("Zed", from: "Кim") == ["* Кim (@mallory:x) is now called Zed"])
        #expect(renamed("Kim", from: "Mallory") == ["* Mallory is now called Kim (@mallory:x)"])
        #expect(renamed("Zed", from: "@kim:x") == ["* @kim:x (@mallory:x) is now called Zed"])
        #expect(renamed("Zed", from: "Kim (@kim:x)") == ["* Kim (@kim:x) (@mallory:x) is now called Zed"])
        #expect(renamed("Zed", from: "", "@kim:y") == ["* @kim:y is now called Zed (@kim:y)"])
        // Her own current name is no namesake's.
        #expect(renamed("Kim", from: "Kimberly", Story.kim) == ["* Kimberly is now called Kim"])
    }

    @Test func messageSplitsMembershipFold() {
        #expect(
            said([change(1, .joined, "Lee"), Story.line(2), change(3, .joined, "Max")])
                == ["* Lee joined", "Bo: hello", "* Max joined"])
    }

    @Test func foldKeepsItsRowIDAsItGrows() {
        let first = rows([Story.line(1), change(2, .joined, "Lee")]).last?.id
        let more = rows([Story.line(1), change(2, .joined, "Lee"), change(3, .joined, "Max")])
        #expect(more.last?.id == first)
    }
}
