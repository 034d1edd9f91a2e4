import Conversations
import Testing
import ViewModels

@testable import Presentation

@MainActor
@Suite(.timeLimit(.minutes(5))) struct ReactionRowsBuilderTests {
    private final class Record {
        var given: [String] = []
    }

    private let record = Record()

    private func rows(
        given: [MessageReaction] = [], coming: Set<String> = [], leaving: Set<String> = [], recent: [String] = []
    ) -> [FuzzyListRowViewModel] {
        ReactionRowsBuilder(
            given: given, coming: coming, leaving: leaving, recent: recent, ownUserID: Story.ana
        ).build(.available { [record] in record.given.append($0) })
    }

    private func reaction(_ key: String, by people: String...) -> MessageReaction {
        MessageReaction(key: key, givers: people.map { MessageReaction.Sender(userID: $0, eventID: "$\(key)\($0)") })
    }

    @Test func reactionsAreSortedByRecentThenMessageThenAll() {
        let rows = rows(given: [reaction("yes", by: Story.bo)], recent: ["🎉", "hm"])
        #expect(rows.prefix(4).map(\.title.string) == ["🎉 tada", "hm", "yes", "👍 thumbsup"])
        #expect(rows.count > 400)
        #expect(Set(rows.map(\.id)).count == rows.count)
    }

    @Test func ownReactionIsMarkedAndCanBeRemoved() {
        let given = [reaction("👍", by: Story.bo, Story.ana), reaction("👀", by: Story.bo, Story.kim)]
        let rows = rows(given: given)
        #expect(rows.prefix(2).map(\.trailing.string) == ["yours: Enter takes it back", "2"])
        rows[0].choose()
        #expect(record.given == ["👍"])
    }

    @Test func pendingReactionsCountAsDone() {
        let rows = rows(given: [reaction("👍", by: Story.ana)], coming: ["🎉"], leaving: ["👍"])
        let marked = rows.filter { $0.trailing.string.hasPrefix("yours") }
        #expect(marked.map(\.title.string) == ["🎉 tada"])
    }

    @Test func foreignReactionKeyIsSanitizedButSentUnchanged() throws {
        let key = "\u{1B}[2J\u{202E}" + String(repeating: "x", count: 300)
        let row = try #require(rows(given: [reaction(key, by: Story.bo)]).first)
        #expect(!row.title.string.unicodeScalars.contains("\u{1B}"))
        #expect(row.title.string.count < 40)
        row.choose()
        #expect(record.given == [key])
    }
}
