import TestSeeds
import Testing

@testable import ViewModels

/// Joins both sides by queues that delay: reports wait behind changes by the model, and only the newest text is
/// delivered, after any number of letters.
@Suite(.timeLimit(.minutes(5))) struct TextHandoverPropertyTests {
    @Test(arguments: Seeds.ofThisRun(10)) func lettersAreNeitherLostNorDoubled(seed: UInt64) {
        var exchange = TextExchange(seed: seed)
        for step in 1...5_000 {
            exchange.act()
            if step.isMultiple(of: 50) { exchange.settle() }
            if let fault = exchange.fault {
                Issue.record("\(fault) at step \(step), CONFAB_SEED=\(seed)")
                return
            }
        }
        exchange.settle()
        #expect(exchange.fault == nil, "CONFAB_SEED=\(seed)")
        #expect(exchange.seen == Set(TextExchange.Situation.allCases), "CONFAB_SEED=\(seed)")
    }

    @Test func lettersTypedSinceASubmissionStayBelowItsAnswer() {
        var (sender, receiver) = (TextSender(), TextReceiver())
        _ = receiver.receive(sender.handed, isEmpty: true)
        receiver.submit()
        let isCurrent = sender.receive(submitted: "hello", revision: 0)
        #expect(isCurrent)
        sender.replace("draft")
        sender.answer(submitted: "hello", revision: 0)
        receiver.textChanged()
        let mayReport = receiver.report(isEmpty: false)
        #expect(!mayReport)
        let change = receiver.receive(sender.handed, isEmpty: false)
        #expect(change == .lines(["draft"]))
        let reports = receiver.report(isEmpty: false)
        #expect(reports)
    }

    @Test func lettersTypedBeforeAnotherReplacementAreReported() {
        var (sender, receiver) = (TextSender(), TextReceiver())
        _ = receiver.receive(sender.handed, isEmpty: true)
        receiver.submit()
        let isCurrent = sender.receive(submitted: "hello", revision: 0)
        #expect(isCurrent)
        sender.replace("")
        sender.answer(submitted: "hello", revision: 0)
        receiver.textChanged()
        // Another chat is opened before the answer was shown.
        sender.replace("draft of another chat")
        let change = receiver.receive(sender.handed, isEmpty: false)
        #expect(change == .text("draft of another chat", isReported: false))
    }

    @Test func refusedLineIsReturnedEachTime() {
        var (sender, receiver) = (TextSender(), TextReceiver())
        var revision = 0
        _ = receiver.receive(sender.handed, isEmpty: true)
        for _ in 0..<2 {
            receiver.submit()
            let isCurrent = sender.receive(submitted: "/join", revision: revision)
            #expect(isCurrent)
            sender.answer(submitted: "/join", revision: revision)
            revision = sender.revision
            let change = receiver.receive(sender.handed, isEmpty: true)
            #expect(change == .lines(["/join"]))
            #expect(sender.text == "/join")
        }
    }

    @Test func laterReportOfTheSameRevisionReplacesTheEarlier() {
        var sender = TextSender()
        sender.replace("other")
        for text in ["a", "ab"] {
            let isCurrent = sender.receive(text, revision: 0)
            #expect(!isCurrent)
        }
        #expect(sender.text == "ab\nother")
        #expect(sender.handed.returned.map(\.text) == ["ab"])
    }

    @Test func reportWithoutAReturnedLineKeepsIt() {
        var sender = TextSender()
        sender.putAbove("lost")
        let isCurrent = sender.receive("newer", revision: 0)
        #expect(isCurrent)
        #expect(sender.text == "lost\nnewer")
    }

    @Test func unseenLineSurvivesAnAcceptedLine() {
        var sender = TextSender()
        sender.putAbove("lost")
        let isCurrent = sender.receive(submitted: "hello", revision: 0)
        #expect(isCurrent)
        sender.replace("")
        let hasMore = sender.answer(submitted: "hello", revision: 0)
        #expect(hasMore)
        #expect(sender.text == "lost")
    }
}

/// A field and its model, with a queue in each direction. Each letter and each line is a number that occurs once.
private struct TextExchange {
    enum Situation: CaseIterable {
        case late, accepted, refused, keptBelowAnswer, newerThanLate
    }

    /// A message from the pane.
    private enum Message {
        case report(String, revision: Int)
        case submission(String, revision: Int)
    }

    private var random: SeededGenerator
    private var sender = TextSender()
    private var receiver = TextReceiver()
    /// The lines in the editor, each of letters that are separated by blanks.
    private var lines: [String] = []
    /// The revision of the view model that the pane has.
    private var revision = 0
    private var messages: [Message] = []
    /// The letters that may still be in the field, and those in texts that were replaced or sent.
    private var typed: Set<Int> = []
    private var gone: Set<Int> = []
    /// The letters of the model's replacements that were not applied yet.
    private var expected: Set<Int> = []
    private var count = 0
    private(set) var fault: String?
    private(set) var seen: Set<Situation> = []

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        _ = receiver.receive(sender.handed, isEmpty: true)
    }

    mutating func act() {
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<8: type()
        case 8..<11: report()
        case 11: submit()
        case 12:
            // The field loses the focus.
            receiver.leave()
            report()
        case 13: replace()
        case 14: sender.putAbove(newLetter())
        case 15..<18: if !messages.isEmpty { route(messages.removeFirst()) }
        default: deliver()
        }
    }

    /// Lets both sides finish.
    mutating func settle() {
        deliver()
        receiver.leave()
        report()
        deliver()
        report()
        deliver()
        if text != sender.text {
            fail("The sides differ: \(text.debugDescription) and \(sender.text.debugDescription)")
        }
        let letters = letters(of: text)
        if !typed.isSubset(of: letters) { fail("Letters are lost: \(typed.subtracting(letters))") }
        if !expected.isEmpty { fail("A replacement was not applied: \(expected)") }
    }
}

extension TextExchange {
    private var text: String { lines.joined(separator: "\n") }

    private func letters(of text: String) -> [Int] { text.split { " \n".contains($0) }.compactMap { Int($0) } }

    private mutating func fail(_ reason: String) { fault = fault ?? reason }

    private mutating func newLetter() -> String {
        count += 1
        typed.insert(count)
        return String(count)
    }

    private mutating func type() {
        let letter = newLetter()
        if lines.isEmpty { lines = [letter] } else { lines[lines.count - 1] += " " + letter }
        receiver.textChanged()
    }

    private mutating func report() {
        if receiver.report(isEmpty: lines.isEmpty) { messages.append(.report(text, revision: revision)) }
    }

    private mutating func submit() {
        guard !lines.isEmpty else { return }
        messages.append(.submission(text, revision: revision))
        receiver.submit()
        lines = []
    }

    private mutating func replace() {
        retire(letters(of: sender.text))
        let letter = newLetter()
        expected = [count]
        sender.replace(letter)
    }

    private mutating func retire(_ letters: [Int]) {
        gone.formUnion(letters)
        typed.subtract(letters)
    }

    private mutating func route(_ message: Message) {
        switch message {
        case .report(let text, let revision):
            let before = sender.handed.returned.filter { $0.origin == .late(of: revision) }
            if sender.receive(text, revision: revision) { return }
            seen.insert(.late)
            if !before.isEmpty { seen.insert(.newerThanLate) }
            // The letters of a late text are in the field again.
            restore(letters(of: text))
        case .submission(let line, let revision):
            guard sender.receive(submitted: line, revision: revision) else { return restore(letters(of: line)) }
            if Bool.random(using: &random) {
                seen.insert(.accepted)
                retire(letters(of: line))
                let draft = Bool.random(using: &random) ? newLetter() : ""
                expected = draft.isEmpty ? [] : [count]
                sender.replace(draft)
            } else {
                seen.insert(.refused)
            }
            sender.answer(submitted: line, revision: revision)
        }
    }

    private mutating func restore(_ letters: [Int]) {
        gone.subtract(letters)
        typed.formUnion(letters)
    }

    private mutating func drain() {
        while !messages.isEmpty { route(messages.removeFirst()) }
    }

    /// Delivers the newest text, once all reports are routed.
    private mutating func deliver() {
        drain()
        let handed = sender.handed
        let old = (text: text, revision: revision)
        revision = handed.revision
        switch receiver.receive(handed, isEmpty: lines.isEmpty) {
        case .lines(let above):
            if handed.replacedAt > old.revision { seen.insert(.keptBelowAnswer) }
            for line in above { lines = line.split(separator: "\n").map(String.init) + lines }
        case .text(let text, let isReported):
            if handed.replacedAt <= old.revision { fail("A text that the pane had replaced newer letters") }
            if !isReported { messages.append(.report(old.text, revision: old.revision)) }
            lines = text.split(separator: "\n").map(String.init)
            // The report of the old text arrives now, and comes back with the next text.
            drain()
        }
        check()
    }

    private mutating func check() {
        let letters = letters(of: text)
        if Set(letters).count < letters.count { fail("Letters are doubled: \(text.debugDescription)") }
        let back = gone.intersection(letters)
        if !back.isEmpty { fail("Replaced letters are back: \(back)") }
        expected.subtract(letters)
    }
}
