import Conversations
import Testing
import ViewModels

@testable import Messenger
@testable import Presentation

@MainActor
@Suite(.timeLimit(.minutes(5))) struct GoToViewModelBuilderTests {
    private func chat(_ id: String, _ name: String, _ said: String = "hello", activity: Int64) -> Chat {
        var chat = Story.chat(id, activity: activity)
        chat.givenName = name
        chat.lastMessage = Story.line(1, said).message
        return chat
    }

    private func list(_ chats: [Chat], open: String? = nil) -> FuzzyListViewModel {
        var table = ChatTable()
        for chat in chats { table[chat.id] = chat }
        return GoToViewModelBuilder(
            number: 1, chats: table, openChatID: open, drafts: [:], outbox: [:], ignoredUserIDs: [],
            ownUserID: Story.ana, time: Story.time
        ).build(open: { _ in }, cancel: {})
    }

    private func found(_ query: String, in list: FuzzyListViewModel) -> [String] {
        var ranking = FuzzyRanking(rows: list.rows)
        ranking.search(query)
        return ranking.places.map { list.rows[$0].title.string }
    }

    @Test func goToListsLatestChatFirstAndOpenOneLast() {
        let chats = [
            chat("!a", "Tea", activity: 1), chat("!b", "Release", activity: 3), chat("!c", "Cake", activity: 2),
        ]
        #expect(list(chats, open: "!b").rows.map(\.title.string) == ["Cake", "Tea", "Release"])
        #expect(list(chats).rows.map(\.title.string) == ["Release", "Cake", "Tea"])
    }

    @Test func chatsAreFoundByNameAliasPeopleAndLastMessage() {
        var release = chat("!b:x", "Release team", "the build is green", activity: 3)
        release.canonicalAlias = "#ship:x"
        var kim = chat("!c:x", "", activity: 2)
        kim.givenName = nil
        kim.heroes = [ChatPerson(userID: Story.kim, displayName: "Kimberley")]
        let list = list([chat("!a:x", "Tea", "kettle's on", activity: 1), release, kim])
        #expect(found("rt", in: list) == ["Release team"])
        #expect(found("#ship", in: list) == ["Release team"])
        #expect(found("green", in: list) == ["Release team"])
        #expect(found("@kim:x", in: list) == ["Kimberley"])
        #expect(found("!a:x", in: list) == ["Tea"])
        #expect(found("release green", in: list) == ["Release team"])
        #expect(found("nowhere", in: list).isEmpty)
    }

    @Test func goToRowsShowCountsMentionsAndInvitations() {
        var mentioned = chat("!a", "Tea", activity: 3)
        mentioned.notificationCount = 4
        mentioned.highlightCount = 1
        var invitation = chat("!b", "Cake", activity: 2)
        invitation.membership = .invited
        let list = list([mentioned, invitation, chat("!c", "Bo", activity: 0)], open: "!c")
        #expect(list.rows.map(\.trailing.string) == ["mention, 4 new", "invitation", "open"])
        #expect(list.rows.map(\.isEmphasized) == [true, true, false])
    }

    @Test func goToSearchNeedsFewComparisons() {
        let chats = (0..<1_000).map { chat("!\($0):x", "Project \($0)", "see you at \($0)", activity: Int64($0)) }
        let list = list(chats)
        // Each row has a title, and about twenty letters in its ID and in its last message.
        let letters = list.rows.reduce(0) { $0 + $1.title.string.count + 2 * 20 }
        var ranking = FuzzyRanking(rows: list.rows)
        for query in ["p", "pr", "pr9", "pr99", "pr999"] {
            ranking.search(query)
            #expect(ranking.comparisons <= letters * (query.count + 2))
        }
        #expect(ranking.places.map { list.rows[$0].title.string } == ["Project 999"])
        #expect(ranking.comparisons < 1_000)
    }
}
