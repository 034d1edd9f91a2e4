import Conversations
import Foundation
import SearchWords
import Testing

@testable import Messenger

@Suite(.timeLimit(.minutes(5))) struct SearchedTextTests {
    private static let day: Int64 = 86_400_000

    private func parsed(_ text: String) -> SearchedText {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return SearchedText(text, today: Date(timeIntervalSince1970: 1_764_072_000), calendar: calendar)
    }

    private func words(_ terms: [SearchTerm]) -> [String] {
        terms.map { $0.tokens.joined(separator: " ") + ($0.isPrefix ? "*" : "") }
    }

    @Test func lastWordIsPrefixUntilSpace() {
        #expect(words(parsed("Gate cod").query.terms) == ["gate", "cod*"])
        #expect(words(parsed("gate cod ").query.terms) == ["gate", "cod"])
        #expect(words(parsed("ga* code ").query.terms) == ["ga*", "code"])
        // A prefix of one letter matches too much.
        #expect(words(parsed("g").query.terms) == ["g"])
    }

    @Test func phrasesAndExclusionsAreParsed() {
        let text = parsed("\"the gate\" -code -\"at six\" open")
        #expect(words(text.query.terms) == ["the gate", "open*"])
        #expect(words(text.query.excluded) == ["code", "at six"])
        #expect(words(parsed("\"half a phr").query.terms) == ["half a phr"])
        #expect(words(parsed("well-known").query.terms) == ["well known*"])
        #expect(parsed("- –").isEmpty)
    }

    @Test func filtersAreRemovedFromText() {
        let text = parsed("from:bo in:\"Release team\" has:link has:picture gate ")
        #expect(text.people == ["bo"])
        #expect(text.chats == ["Release team"])
        #expect(text.query.contents == [.link, .picture])
        #expect(words(text.query.terms) == ["gate"])
        #expect(parsed("has:money ").unknown == ["money"])
        // A word that looks like a filter but is none is searched as text.
        #expect(words(parsed("https://example.org ").query.terms) == ["https example org"])
        #expect(words(parsed("note: ").query.terms) == ["note"])
    }

    @Test func dateFiltersAcceptDaysMonthsAndYears() {
        // The current time is noon on 2025-11-25.
        let start = Int64(1_764_072_000_000) / Self.day * Self.day
        #expect(parsed("before:today ").query.times == 0..<start)
        #expect(parsed("after:yesterday ").query.times == start - Self.day..<Int64.max)
        #expect(parsed("after:2025-11-01 before:2025-11-25 ").query.times == start - 24 * Self.day..<start)
        #expect(parsed("after:2025-11 ").query.times.lowerBound == start - 24 * Self.day)
        #expect(parsed("before:2025 ").query.times.upperBound == start - 328 * Self.day)
        #expect(parsed("before:2025-02-30 after:soon before:2025-13 ").unknown == ["2025-02-30", "soon", "2025-13"])
    }

    @Test func lastTypedFilterIsOpen() {
        #expect(parsed("gate from:b").open?.value == "b")
        #expect(parsed("gate from:").open?.filter == .from)
        #expect(parsed("gate from:bo ").open == nil)
        #expect(parsed("gate").open == nil)
    }
}
