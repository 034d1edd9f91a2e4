import Conversations
import Testing

@testable import Engine
@testable import Messenger

@Suite(.timeLimit(.minutes(5))) struct NamingTests {
    private func chat(_ edit: (inout Chat) -> Void) -> String {
        var chat = Story.chat(Story.chatID)
        edit(&chat)
        return Naming.chat(chat)
    }

    private func people(_ names: String...) -> [ChatPerson] {
        names.map { ChatPerson(userID: "@\($0.lowercased()):x", displayName: $0) }
    }

    @Test func givenNamePrecedesAliasAndMembers() {
        #expect(chat { ($0.givenName, $0.canonicalAlias) = ("Tea", "#tea:x") } == "Tea")
        #expect(chat { ($0.givenName, $0.canonicalAlias) = ("", "#tea:x") } == "#tea:x")
        #expect(chat { ($0.heroes, $0.joinedCount) = (people("Bo"), 2) } == "Bo")
    }

    @Test(arguments: ["@bo:x", "bo (@bo:example.org)", "＠bo:x", "bo @bo∶x"])
    func givenNameLikeMatrixIDIsQuoted(name: String) {
        let chatName = chat { ($0.givenName, $0.heroes, $0.joinedCount) = (name, people("Kim"), 2) }
        #expect(chatName == "Chat “\(name)”")
        // The direct chat with that person has no quotes.
        #expect(chat { $0.directUserID = "@bo:example.org" } == "bo")
        #expect(chat { $0.canonicalAlias = name } == chatName)
        #expect(chat { $0.givenName = "deploy@example: alerts" } == "deploy@example: alerts")
    }

    @Test func unnamedGroupIsNamedAfterMembers() {
        #expect(chat { ($0.heroes, $0.joinedCount) = (people("Bo", "Kim"), 3) } == "Bo and Kim")
        #expect(chat { ($0.heroes, $0.joinedCount) = (people("Bo", "Kim", "Lee"), 4) } == "Bo, Kim and Lee")
        #expect(
            chat { ($0.heroes, $0.joinedCount, $0.invitedCount) = (people("Bo", "Kim"), 3, 2) } == "Bo, Kim and 2 more")
    }

    @Test func emptyChatNamesFormerMember() {
        #expect(chat { ($0.heroes, $0.joinedCount) = (people("Bo"), 1) } == "Empty chat (was Bo)")
        #expect(chat { _ in } == "Empty chat")
        #expect(chat { $0.directUserID = Story.bo } == "bo")
    }

    @Test func invitationIsNamedAfterInviter() {
        let name = chat {
            $0.membership = .invited
            $0.inviter = ChatPerson(userID: Story.kim, displayName: "Kim")
        }
        #expect(name == "Kim")
    }

    @Test func membersWithSameNameAreDistinguished() {
        var members = Story.members
        #expect(MemberNames(members).name(of: Story.bo) == "Bo")
        members["@mallory:x"] = ChatMember(userID: "@mallory:x", displayName: "Bo", membership: "join")
        #expect(MemberNames(members).name(of: Story.bo) == "Bo (@bo:x)")
        members["@mallory:x"]?.membership = "leave"
        #expect(MemberNames(members).name(of: Story.bo) == "Bo")
    }

    @Test func namelessPersonIsShownByLocalpart() {
        #expect(MemberNames([:]).name(of: "@lee:x") == "lee")
        #expect(Naming.person(ChatPerson(userID: "@lee:x", displayName: "")) == "lee")
        #expect(Naming.shortID("nonsense") == "nonsense")
    }

    @Test func nameListReadsAsSentence() {
        #expect(Naming.list([]) == "")
        #expect(Naming.list(["Bo"]) == "Bo")
        #expect(Naming.list(["Bo", "Kim"]) == "Bo and Kim")
        #expect(Naming.list(["Bo", "Kim", "Ana"]) == "Bo, Kim and Ana")
    }
}
