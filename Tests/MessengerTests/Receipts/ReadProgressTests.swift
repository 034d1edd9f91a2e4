import Conversations
import TestSeeds
import Testing

@testable import Messenger

@Suite(.timeLimit(.minutes(5))) struct ReadProgressTests {
    private let isUnread: (Message) -> Bool = { $0.sender != Story.ana && $0.kind.countsAsUnread }

    private func window(_ positions: ClosedRange<Int64>, gaps: [Int64] = [], hasNewer: Bool = false) -> MessageWindow {
        var window = Story.window(
            positions.map { Story.line($0) }, gaps: gaps.map { TimelineGap(position: $0, token: "t") })
        window.hasNewer = hasNewer
        return window
    }

    @Test func scrollingDownMarksMessagesRead() {
        var progress = ReadProgress()
        progress.read(through: 0)
        for top in stride(from: Int64(1), through: 90, by: 10) {
            progress.see(Array(top...(top + 9)))
            #expect(progress.advance(over: window(1...100), isUnread: isUnread) == top + 9)
        }
    }

    @Test func messagesAtEndAreNotReadBeforeMiddle() {
        var progress = ReadProgress()
        progress.read(through: 10)
        progress.see(Array(90...100))
        #expect(progress.advance(over: window(1...100), isUnread: isUnread) == 10)
        progress.see(Array(11...88))
        #expect(progress.advance(over: window(1...100), isUnread: isUnread) == 88)
        progress.see([89])
        #expect(progress.advance(over: window(1...100), isUnread: isUnread) == 100)
    }

    @Test func windowAwayFromUnreadChangesNothing() {
        var progress = ReadProgress()
        progress.read(through: 10)
        progress.see(Array(50...60))
        #expect(progress.advance(over: window(50...60), isUnread: isUnread) == 10)
        #expect(progress.readThrough == 10)
    }

    @Test func ownMessagesAndEventRowsCountAsSeen() {
        var progress = ReadProgress()
        progress.read(through: 1)
        let messages = [
            Story.line(1), Story.line(2, by: Story.ana), Story.line(3, kind: .membership), Story.line(4), Story.line(5),
        ]
        progress.see([4])
        #expect(progress.advance(over: Story.window(messages), isUnread: isUnread) == 4)
    }

    @Test func hiddenRowsAreReadWithTheRowAbove() {
        var progress = ReadProgress()
        progress.read(through: 1)
        let steps = (3...5).map { Story.line($0, "", kind: .unknown) }
        let messages = [Story.line(1), Story.line(2)] + steps + [Story.line(6, kind: .membership), Story.line(7)]
        progress.see([2])
        #expect(progress.advance(over: Story.window(messages), isUnread: isUnread) == 5)
    }

    @Test(arguments: Seeds.ofThisRun(300))
    func randomScrollingNeverSkipsUnseenMessages(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var progress = ReadProgress()
        let start = Int64.random(in: 0...40, using: &random)
        progress.read(through: start)
        // The server has all messages of the chat. Missing ones arrive here gradually.
        var missing = Set((start + 1...60).filter { _ in Int.random(in: 0..<4, using: &random) == 0 })
        let own = Set((1...60).filter { _ in Int.random(in: 0..<5, using: &random) == 0 }.map(Int64.init))
        var seen: Set<Int64> = []
        var told = Int64.min
        func window() -> MessageWindow {
            let here = (1...60).map(Int64.init).filter { !missing.contains($0) }
            let first = Int.random(in: 0..<max(1, min(here.count, Int(start))), using: &random)
            let shown = here[first...]
            let gaps = shown.filter { missing.contains($0 - 1) }.map { TimelineGap(position: $0, token: "t") }
            var window = Story.window(
                shown.map { Story.line($0, by: own.contains($0) ? Story.ana : Story.bo) }, gaps: gaps)
            if missing.contains(60) { window.gaps.append(TimelineGap(position: 61, token: "t")) }
            return window
        }
        for step in 0..<200 {
            let isLast = step >= 150
            if isLast {
                missing = []
            } else if let found = missing.randomElement(using: &random) {
                missing.remove(found)
            }
            let here = (1...60).map(Int64.init).filter { !missing.contains($0) }
            let top = isLast ? (step - 150) * here.count / 50 : Int.random(in: 0..<here.count, using: &random)
            let screen = Array(here[top..<min(top + 8, here.count)])
            seen.formUnion(screen)
            progress.see(screen)
            guard let through = progress.advance(over: window(), isUnread: isUnread) else { continue }
            #expect(through >= told, "seed \(seed)")
            told = max(through, told)
            guard told > start else { continue }
            for position in (start + 1)...told {
                #expect(!missing.contains(position), "seed \(seed)")
                #expect(seen.contains(position) || own.contains(position), "seed \(seed)")
            }
        }
        #expect(told == 60, "seed \(seed)")
    }
}
