import Conversations
import Testing

@testable import Engine

@Suite(.timeLimit(.minutes(5))) struct OutboxMachineTests {
    /// A machine that is in sync with the server, with a manual clock.
    private struct Bench {
        var machine = OutboxMachine()
        var now: Int64 = 0

        init() { _ = say(.caughtUp) }

        mutating func say(_ input: OutboxMachine.Input, jitter: Double = 0) -> [OutboxMachine.Instruction] {
            machine.handle(input, now: now, jitter: jitter)
        }

        /// Returns the lines that are sent for this input.
        mutating func sent(_ input: OutboxMachine.Input) -> [String] {
            say(input).compactMap { if case .send(let line) = $0 { line.id } else { nil } }
        }

        mutating func failing(
            _ line: OutboxItem, _ extent: OutboxMachine.Extent = .everything, after wait: Int64? = nil,
            jitter: Double = 0
        ) -> [OutboxMachine.Instruction] {
            say(.finished(line, .failedForNow(extent, retryAfter: wait)), jitter: jitter)
        }
    }

    private func line(_ id: String, chat: String = "!a") -> OutboxItem { .line(id: id, chatID: chat) }

    @Test func linesOfOneChatAreSentSequentially() {
        var bench = Bench()
        let (first, second) = (line("1"), line("2"))
        #expect(bench.say(.accepted(first)) == [.send(first)])
        #expect(bench.say(.accepted(second)) == [])
        #expect(
            bench.say(.finished(first, .sent(eventID: "$1")))
                == [.keepSent(id: "1", eventID: "$1"), .send(second), .wake(at: 10_000)])
    }

    @Test func chatsAreSentInParallelUpToLimit() {
        var bench = Bench()
        let lines = (1...6).map { line("\($0)", chat: "!\($0)") }
        #expect(lines.flatMap { bench.sent(.accepted($0)) } == ["1", "2", "3", "4"])
        #expect(bench.sent(.finished(lines[2], .sent(eventID: "$"))) == ["5"])
    }

    @Test func temporarilyFailedLineStaysFirst() {
        var bench = Bench()
        let first = line("1")
        _ = bench.say(.accepted(first))
        _ = bench.say(.accepted(line("2")))
        #expect(bench.failing(first) == [.wake(at: 500)])
        #expect(bench.say(.accepted(line("3"))) == [])
        bench.now = 499
        #expect(bench.say(.timeCame) == [])
        bench.now = 500
        #expect(bench.say(.timeCame) == [.send(first)])
    }

    @Test func serverPauseIsHonoredAndNotShortened() {
        var bench = Bench()
        let (first, other) = (line("1"), line("2", chat: "!b"))
        _ = bench.say(.accepted(first))
        #expect(bench.failing(first, after: 4_321, jitter: 1) == [.wake(at: 4_321)])
        #expect(bench.say(.caughtUp) == [])
        #expect(bench.say(.accepted(other)) == [])
        bench.now = 4_321
        #expect(bench.sent(.timeCame) == ["1"])
        // The pause applies to the account, so lines of other chats wait for the line that retries.
        #expect(bench.sent(.finished(first, .sent(eventID: "$1"))) == ["2"])
    }

    @Test func zeroServerPauseUsesDefaultDelay() {
        var bench = Bench()
        let first = line("1")
        _ = bench.say(.accepted(first))
        #expect(bench.failing(first, after: 0) == [.wake(at: 500)])
    }

    @Test func retryDelayGrowsToTenSeconds() {
        var bench = Bench()
        let first = line("1")
        _ = bench.say(.accepted(first))
        var waits: [Int64] = []
        for _ in 0..<12 {
            guard case .wake(let time)? = bench.failing(first, jitter: 1).first else { break }
            waits.append(time - bench.now)
            bench.now = time
            _ = bench.say(.timeCame)
        }
        #expect(waits.count == 12)
        #expect(waits == waits.sorted())
        #expect(waits.first == 1_000)
        #expect(waits.last == 10_000)
    }

    @Test func simultaneousFailuresCountOnce() {
        var bench = Bench()
        let lines = (1...4).map { line("\($0)", chat: "!\($0)") }
        for line in lines { _ = bench.say(.accepted(line)) }
        #expect(bench.failing(lines[0], jitter: 1) == [.wake(at: 1_000)])
        for line in lines.dropFirst() { #expect(bench.failing(line, jitter: 1) == []) }
    }

    @Test func oneLineProbesAfterPause() {
        var bench = Bench()
        let lines = (1...3).map { line("\($0)", chat: "!\($0)") }
        for line in lines { _ = bench.say(.accepted(line)) }
        for line in lines { _ = bench.failing(line) }
        bench.now = 500
        #expect(bench.sent(.timeCame) == ["1"])
        #expect(bench.say(.accepted(line("4", chat: "!4"))) == [])
        // The next attempt uses another line, because the first one may be the cause of the failure.
        #expect(bench.failing(lines[0], jitter: 1) == [.wake(at: 2_500)])
        bench.now = 2_500
        #expect(bench.sent(.timeCame) == ["2"])
        #expect(bench.sent(.finished(lines[1], .sent(eventID: "$2"))) == ["3", "4", "1"])
    }

    @Test func catchUpRetriesAtOnceAndOnlyOnce() {
        var bench = Bench()
        let first = line("1")
        _ = bench.say(.accepted(first))
        _ = bench.failing(first)
        #expect(bench.say(.caughtUp) == [.send(first)])
        #expect(bench.say(.caughtUp) == [])
    }

    @Test func outdatedTimerIsIgnored() {
        var bench = Bench()
        let first = line("1")
        _ = bench.say(.accepted(first))
        #expect(bench.failing(first) == [.wake(at: 500)])
        _ = bench.say(.caughtUp)
        bench.now = 100
        #expect(bench.failing(first, jitter: 1) == [.wake(at: 1_100)])
        bench.now = 500
        #expect(bench.say(.timeCame) == [])
        bench.now = 1_100
        #expect(bench.say(.timeCame) == [.send(first)])
    }

    @Test func failingChatDoesNotBlockOthers() {
        var bench = Bench()
        let (first, other) = (line("1"), line("2", chat: "!b"))
        _ = bench.say(.accepted(first))
        #expect(bench.failing(first, .chat) == [.wake(at: 500)])
        #expect(bench.say(.accepted(other)) == [.send(other)])
        bench.now = 500
        #expect(bench.say(.timeCame) == [.send(first)])
    }

    @Test func lockedOutSessionWaitsForCatchUp() {
        var bench = Bench()
        let first = line("1")
        _ = bench.say(.accepted(first))
        #expect(bench.say(.finished(first, .lockedOut(retryAfter: nil))) == [.catchUp, .wake(at: 60_000)])
        bench.now = 60_000
        #expect(bench.say(.timeCame) == [])
        #expect(bench.say(.caughtUp) == [.send(first)])
    }

    /// The server is asked at once about the contradiction, and not again and again.
    @Test func contradictingServerIsAskedOncePerMinute() {
        var bench = Bench()
        let first = line("1")
        _ = bench.say(.accepted(first))
        #expect(bench.say(.finished(first, .lockedOut(retryAfter: nil))) == [.catchUp, .wake(at: 60_000)])
        bench.now = 1
        #expect(bench.say(.caughtUp) == [])
        #expect(bench.machine.rest == RetryDelay(until: 60_000, isServersWish: false))
    }

    @Test func machineReportsRemainingPauseAndItsCause() {
        var bench = Bench()
        let first = line("1")
        #expect(bench.machine.rest == nil)
        _ = bench.say(.accepted(first))
        #expect(bench.machine.rest == nil)
        _ = bench.failing(first)
        #expect(bench.machine.rest == RetryDelay(until: 500, isServersWish: false))
        bench.now = 500
        _ = bench.say(.timeCame)
        #expect(bench.machine.rest == nil)
        _ = bench.failing(first, after: 7_000)
        #expect(bench.machine.rest == RetryDelay(until: 7_500, isServersWish: true))
    }

    @Test func manualRetryEndsDelayButNotServerPause() {
        var bench = Bench()
        let (first, other) = (line("1"), line("2", chat: "!b"))
        for line in [first, other] { _ = bench.say(.accepted(line)) }
        _ = bench.failing(first)
        _ = bench.failing(other)
        #expect(bench.sent(.hurried) == ["1"])
        #expect(bench.machine.rest == nil)
        // The server's error concerns a single chat as well.
        _ = bench.failing(first, .chat)
        #expect(bench.machine.rest == RetryDelay(until: 500, isServersWish: false))
        #expect(bench.sent(.hurried) == ["1"])
        _ = bench.failing(first, after: 7_000)
        #expect(bench.sent(.hurried) == [])
        #expect(bench.machine.rest == RetryDelay(until: 7_000, isServersWish: true))
    }

    @Test func failedReceiptCausesNoVisiblePause() {
        var bench = Bench()
        let read = OutboxItem.receipt(PendingReceipt(eventID: "$1", chatID: "!a"))
        _ = bench.say(.accepted(read))
        _ = bench.failing(read)
        #expect(bench.machine.rest == nil)
    }

    @Test func refusedLineDoesNotBlockNext() {
        var bench = Bench()
        let (first, second) = (line("1"), line("2"))
        _ = bench.say(.accepted(first))
        _ = bench.say(.accepted(second))
        #expect(
            bench.say(.finished(first, .refused(reason: .said("no"))))
                == [.keepFailed(id: "1", reason: .said("no")), .send(second)])
    }

    @Test func withdrawnLineIsNotSent() {
        var bench = Bench()
        let (first, second, third) = (line("1"), line("2"), line("3"))
        for line in [first, second, third] { _ = bench.say(.accepted(line)) }
        _ = bench.say(.withdrawn(ids: ["2"]))
        #expect(bench.sent(.finished(first, .sent(eventID: "$1"))) == ["3"])
    }

    @Test func lineWithdrawnBeforeSendingUnblocksNext() {
        var bench = Bench()
        let (first, second) = (line("1"), line("2"))
        for line in [first, second] { _ = bench.say(.accepted(line)) }
        _ = bench.say(.withdrawn(ids: ["1"]))
        #expect(bench.say(.finished(first, .withdrawn)) == [.send(second)])
    }

    @Test func withdrawnProbeIsReplaced() {
        var bench = Bench()
        let (first, other) = (line("1"), line("2", chat: "!b"))
        for line in [first, other] { _ = bench.say(.accepted(line)) }
        for line in [first, other] { _ = bench.failing(line) }
        #expect(bench.sent(.caughtUp) == ["1"])
        #expect(bench.sent(.finished(first, .withdrawn)) == ["2"])
    }

    @Test func receiptDoesNotWaitForLinesAndCanProbe() {
        var bench = Bench()
        let (first, read) = (line("1"), OutboxItem.receipt(PendingReceipt(eventID: "$1", chatID: "!a")))
        #expect(bench.say(.accepted(first)) == [.send(first)])
        #expect(bench.say(.accepted(read)) == [.send(read)])
        _ = bench.failing(first)
        _ = bench.failing(read)
        bench.now = 500
        #expect(bench.say(.timeCame) == [.send(first)])
        #expect(bench.failing(first) == [.wake(at: 1_500)])
        bench.now = 1_500
        #expect(bench.say(.timeCame) == [.send(read)])
        #expect(bench.say(.finished(read, .accepted)) == [.send(first)])
    }

    private func file(_ id: String) -> OutboxItem { .line(id: id, chatID: "!\(id)", hasFile: true) }

    @Test func filesDoNotBlockTextOfOtherChats() {
        var bench = Bench()
        let files = (1...5).map { file("\($0)") }
        #expect(files.flatMap { bench.sent(.accepted($0)) } == ["1", "2"])
        #expect((1...5).flatMap { bench.sent(.accepted(line("a\($0)", chat: "!a\($0)"))) } == ["a1", "a2", "a3", "a4"])
        #expect(bench.sent(.finished(files[1], .sent(eventID: "$"))) == ["3"])
    }

    /// The lines of a chat stay in order, so the file is sent first.
    @Test func lineWaitsForFileBeforeIt() {
        var bench = Bench()
        let file = OutboxItem.line(id: "1", chatID: "!a", hasFile: true)
        #expect(bench.sent(.accepted(file)) == ["1"])
        #expect(bench.sent(.accepted(line("2"))) == [])
        #expect(bench.sent(.finished(file, .sent(eventID: "$"))) == ["2"])
    }

    @Test func textProbesBeforeFile() {
        var bench = Bench()
        let (first, words) = (file("1"), line("2", chat: "!2"))
        _ = bench.say(.accepted(first))
        _ = bench.say(.accepted(words))
        _ = bench.failing(first)
        _ = bench.failing(words)
        bench.now = 500
        #expect(bench.sent(.timeCame) == ["2"])
        #expect(bench.sent(.finished(words, .sent(eventID: "$"))) == ["1"])
    }

    @Test func textReplacesProbingFile() {
        var bench = Bench()
        let (first, second) = (file("1"), file("2"))
        _ = bench.say(.accepted(first))
        _ = bench.say(.accepted(second))
        _ = bench.failing(first)
        _ = bench.failing(second)
        bench.now = 500
        #expect(bench.sent(.timeCame) == ["1"])
        let (words, more) = (line("3", chat: "!3"), line("4", chat: "!4"))
        #expect(bench.sent(.accepted(words)) == ["3"])
        // Only one line is sent at a time.
        #expect(bench.sent(.accepted(more)) == [])
        // The file's failure sets no timer, because the result of the text will show whether the server works.
        #expect(bench.failing(first) == [])
        #expect(bench.sent(.finished(words, .sent(eventID: "$"))) == ["4", "2", "1"])
    }

    @Test func lineAcceptedTwiceIsSentOnce() {
        var bench = Bench()
        let (first, second) = (line("1"), line("2"))
        _ = bench.say(.accepted(first))
        _ = bench.say(.accepted(second))
        #expect(bench.say(.accepted(second)) == [])
        _ = bench.say(.finished(first, .refused(reason: .said("no"))))
        #expect(bench.say(.accepted(first)) == [])
        #expect(
            bench.say(.finished(second, .sent(eventID: "$2")))
                == [.keepSent(id: "2", eventID: "$2"), .send(first), .wake(at: 10_000)])
    }
}
