import Conversations
import SearchWords
import Testing
import ViewModels

@testable import Presentation

@Suite(.timeLimit(.minutes(5))) struct SearchLineMemoTests {
    private func hit(_ number: Int, _ body: String) -> SearchHit {
        SearchHit(
            chatID: Story.chatID, placed: Story.line(Int64(number), body), place: Int64(number), senderName: nil)
    }

    private func terms(_ words: String...) -> [SearchTerm] { words.compactMap { SearchTerm($0, isPrefix: false) } }

    @Test func searchLinesAreCachedByTermsAndText() {
        let memo = SearchLineCache()
        let hits = (0..<50).map { hit($0, "the gate \($0)") }
        func lines(_ terms: [SearchTerm], _ hits: [SearchHit]) -> [SearchLineCache.Line] {
            memo.begin(terms, count: hits.count)
            return hits.map(memo.line)
        }
        #expect(lines(terms("gate"), hits).allSatisfy { $0.matches == [4..<8] })
        #expect(memo.madeCount == 50)
        _ = lines(terms("gate"), [hit(90, "a gate")] + hits)
        #expect(memo.madeCount == 51)
        #expect(lines(terms("gate"), [hit(7, "no gate")]).first?.text == "no gate")
        #expect(memo.madeCount == 52)
        #expect(lines(terms("the"), hits).allSatisfy { $0.matches == [0..<3] })
        #expect(memo.madeCount == 102)
    }

    @Test func longLineStartsNearItsMatch() {
        let memo = SearchLineCache()
        memo.begin(terms("gate", "code"), count: 1)
        let line = memo.line(of: hit(1, String(repeating: "so ", count: 40) + "the gate, its code"))
        #expect(line.text.string.hasPrefix("…") && line.text.string.count < 60)
        let found = line.matches.map { range in
            String(Array(line.text.string)[range])
        }
        #expect(found == ["gate", "code"])
    }
}
