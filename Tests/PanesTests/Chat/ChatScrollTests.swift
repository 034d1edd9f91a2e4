import TestSeeds
import Testing

@testable import Panes

@Suite(.timeLimit(.minutes(5))) struct ChatScrollTests {
    @Test func scrollStepsAreAdditive() {
        let seed = Seeds.ofThisRun()
        var random = SeededGenerator(seed: seed)
        let heights = (0..<50).map { _ in Int.random(in: 1...7, using: &random) }
        let total = heights.reduce(0, +)
        let scroll = ChatScroll(rowCount: heights.count) { heights[$0] }
        for _ in 0..<300 {
            let first = Int.random(in: 0..<total, using: &random)
            let second = Int.random(in: 0..<total, using: &random)
            let place = scroll.moved(scroll.moved(.start, by: first), by: second - first)
            #expect(place == scroll.moved(.start, by: second), "seed \(seed)")
        }
    }

    @Test func scrollingStopsAtTheFirstAndLastLine() {
        let scroll = ChatScroll(rowCount: 3) { _ in 2 }
        #expect(scroll.moved(.start, by: -5) == .start)
        #expect(scroll.moved(.start, by: 50) == TimelinePosition(row: 2, line: 1))
        #expect(scroll.latestTop(viewHeight: 3) == TimelinePosition(row: 1, line: 1))
        #expect(scroll.latestTop(viewHeight: 30) == .start)
    }

    @Test func scrollingWithoutRowsStaysAtTheStart() {
        let scroll = ChatScroll(rowCount: 0) { _ in 1 }
        #expect(scroll.moved(TimelinePosition(row: 4, line: 4), by: 3) == .start)
        #expect(scroll.latestTop(viewHeight: 5) == .start)
    }
}
