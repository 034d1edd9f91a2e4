import Conversations
import Testing

@testable import Messenger

@Suite struct OutboxMachineTests {
    private func line(_ id: String, chat: String = "!a") -> OutboxLine {
        OutboxLine(
            id: id, chatID: chat, type: "m.room.message", body: id, isEmote: false, content: "{}", acceptedAt: 0,
            state: .queued)
    }

    @Test func linesOfOneChatGoOutOneAfterTheOther() {
        var machine = OutboxMachine()
        let first = line("1")
        let second = line("2")
        #expect(machine.accept(first) == [.send(first)])
        #expect(machine.accept(second) == [])
        #expect(
            machine.finished(first, .sent(eventID: "$1"), jitter: 0)
                == [.keepSent(id: "1", eventID: "$1"), .send(second)])
    }

    @Test func chatsGoOutSideBySide() {
        var machine = OutboxMachine()
        let here = line("1", chat: "!a")
        let there = line("2", chat: "!b")
        #expect(machine.accept(here) == [.send(here)])
        #expect(machine.accept(there) == [.send(there)])
    }

    @Test func aLineThatFailedForNowStaysFirst() {
        var machine = OutboxMachine()
        let first = line("1")
        _ = machine.accept(first)
        _ = machine.accept(line("2"))
        #expect(machine.finished(first, .failedForNow(retryAfter: nil), jitter: 0) == [.wait(milliseconds: 500)])
        #expect(machine.accept(line("3")) == [])
        #expect(machine.retryIsDue() == [.send(first)])
    }

    @Test func theServersWaitIsHonoured() {
        var machine = OutboxMachine()
        let first = line("1")
        _ = machine.accept(first)
        #expect(machine.finished(first, .failedForNow(retryAfter: 4_321), jitter: 1) == [.wait(milliseconds: 4_321)])
    }

    @Test func waitsGrowAndEndAtAMinute() {
        var machine = OutboxMachine()
        let first = line("1")
        _ = machine.accept(first)
        var waits: [Int64] = []
        for _ in 0..<12 {
            if case .wait(let wait)? = machine.finished(first, .failedForNow(retryAfter: nil), jitter: 1).first {
                waits.append(wait)
            }
            _ = machine.retryIsDue()
        }
        #expect(waits == waits.sorted())
        #expect(waits.first == 1_000)
        #expect(waits.last == 60_000)
    }

    @Test func aRefusedLineLetsTheNextOneGo() {
        var machine = OutboxMachine()
        let first = line("1")
        let second = line("2")
        _ = machine.accept(first)
        _ = machine.accept(second)
        #expect(
            machine.finished(first, .refused(reason: "no"), jitter: 0)
                == [.keepFailed(id: "1", reason: "no"), .send(second)])
    }

    @Test func theNetworkComingBackTriesAtOnce() {
        var machine = OutboxMachine()
        let first = line("1")
        _ = machine.accept(first)
        _ = machine.finished(first, .failedForNow(retryAfter: nil), jitter: 0)
        #expect(machine.networkIsBack() == [.send(first)])
        #expect(machine.retryIsDue() == [])
    }

    @Test func anyOrderOfAnswersSendsEachLineOnceInOrder() {
        var generator = SystemRandomNumberGenerator()
        let seed = generator.next()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            var machine = OutboxMachine()
            var underWay: [OutboxLine] = []
            var sent: [String: [String]] = [:]
            func take(_ instructions: [OutboxMachine.Instruction]) {
                for case .send(let line) in instructions { underWay.append(line) }
            }
            for number in 0..<20 {
                let chat = "!\(Int.random(in: 0..<3, using: &random))"
                take(machine.accept(line("\(number)", chat: chat)))
                if Bool.random(using: &random) { take(machine.retryIsDue()) }
            }
            var steps = 0
            while steps < 2_000 {
                steps += 1
                guard !underWay.isEmpty else {
                    take(machine.retryIsDue())
                    if underWay.isEmpty { break }
                    continue
                }
                let line = underWay.remove(at: Int.random(in: 0..<underWay.count, using: &random))
                let isSent = Bool.random(using: &random)
                if isSent { sent[line.chatID, default: []].append(line.id) }
                take(
                    machine.finished(
                        line, isSent ? .sent(eventID: "$") : .failedForNow(retryAfter: nil),
                        jitter: 0.5))
            }
            let all = sent.values.flatMap { $0 }
            #expect(all.count == 20, "seed \(seed)")
            #expect(Set(all).count == 20, "seed \(seed)")
            for ids in sent.values {
                #expect(ids.compactMap(Int.init) == ids.compactMap(Int.init).sorted(), "seed \(seed)")
            }
        }
    }

    @Test func aWithdrawnLineDoesNotGoOut() {
        var machine = OutboxMachine()
        let (first, second, third) = (line("1"), line("2"), line("3"))
        for line in [first, second, third] { _ = machine.accept(line) }
        machine.withdraw(["2"])
        #expect(
            machine.finished(first, .sent(eventID: "$1"), jitter: 0)
                == [.keepSent(id: "1", eventID: "$1"), .send(third)])
    }

    @Test func aLineThatWasWithdrawnBeforeItLeftLetsTheNextOneGo() {
        var machine = OutboxMachine()
        let (first, second) = (line("1"), line("2"))
        for line in [first, second] { _ = machine.accept(line) }
        machine.withdraw(["1"])
        #expect(machine.finished(first, .withdrawn, jitter: 0) == [.send(second)])
    }

    @Test func aLineThatIsAcceptedAgainGoesOutOnce() {
        var machine = OutboxMachine()
        let (first, second) = (line("1"), line("2"))
        _ = machine.accept(first)
        _ = machine.accept(second)
        #expect(machine.accept(second) == [])
        _ = machine.finished(first, .refused(reason: "no"), jitter: 0)
        #expect(machine.accept(first) == [])
        #expect(
            machine.finished(second, .sent(eventID: "$2"), jitter: 0)
                == [.keepSent(id: "2", eventID: "$2"), .send(first)])
    }
}
