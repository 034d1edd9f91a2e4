import Conversations
import TestSeeds
import Testing

@testable import Engine

/// Tests that lines are not sent before the sync is up to date, because another device may have encrypted the chat.
@Suite(.timeLimit(.minutes(5))) struct OutboxGateTests {
    private var machine = OutboxMachine()
    private let first = OutboxItem.line(id: "1", chatID: "!a")
    private let second = OutboxItem.line(id: "2", chatID: "!b")

    private mutating func say(_ input: OutboxMachine.Input, now: Int64 = 0) -> [OutboxMachine.Instruction] {
        machine.handle(input, now: now, jitter: 0)
    }

    @Test mutating func nothingIsSentUntilFirstCatchUp() {
        #expect(say(.accepted(first)) == [])
        #expect(say(.accepted(second)) == [])
        #expect(say(.hurried) == [])
        #expect(say(.fellBehind(isAway: false)) == [])
        #expect(say(.caughtUp) == [.send(first), .send(second)])
    }

    @Test(arguments: [false, true]) mutating func nothingIsSentWhileSyncIsBehind(isAway: Bool) {
        _ = say(.caughtUp)
        _ = say(.fellBehind(isAway: isAway))
        #expect(!machine.mayLeave)
        #expect(say(.accepted(first)) == [])
        #expect(say(.caughtUp) == [.send(first)])
        #expect(machine.mayLeave)
    }

    @Test mutating func unansweredRequestWaitsForCatchUp() {
        _ = say(.caughtUp)
        _ = say(.accepted(first))
        #expect(say(.finished(first, .unanswered)) == [.catchUp, .wake(at: 500)])
        #expect(say(.fellBehind(isAway: false)) == [])
        #expect(say(.timeCame, now: 500) == [])
        #expect(say(.hurried, now: 501) == [])
        #expect(say(.caughtUp, now: 502) == [.send(first)])
    }

    /// If a network drops only lines, the program must not send them repeatedly without a pause.
    @Test mutating func immediateCatchUpDoesNotEndPause() {
        _ = say(.caughtUp)
        _ = say(.accepted(first))
        _ = say(.finished(first, .unanswered))
        #expect(say(.fellBehind(isAway: false)) == [])
        #expect(say(.caughtUp, now: 1) == [])
        #expect(say(.timeCame, now: 500) == [.send(first)])
        // The second pause is longer.
        #expect(say(.finished(first, .unanswered), now: 500) == [.catchUp, .wake(at: 1_500)])
        // This time the network was really down, and its return ends the pause.
        #expect(say(.fellBehind(isAway: true), now: 501) == [])
        #expect(say(.caughtUp, now: 502) == [.send(first)])
    }

    @Test mutating func missingEchoHoldsLinesUntilSyncRecovers() {
        _ = say(.caughtUp)
        _ = say(.accepted(first))
        #expect(
            say(.finished(first, .sent(eventID: "$1")), now: 100)
                == [.keepSent(id: "1", eventID: "$1"), .wake(at: 10_100)])
        #expect(say(.timeCame, now: 10_099) == [])
        #expect(say(.timeCame, now: 10_100) == [.replaceDeafSync])
        #expect(!machine.mayLeave)
        #expect(say(.accepted(second), now: 10_101) == [])
        #expect(say(.fellBehind(isAway: false), now: 10_102) == [])
        #expect(say(.caughtUp, now: 10_103) == [.send(second)])
        // No further request is made if the server echoes the line even later.
        #expect(say(.timeCame, now: 60_000) == [])
    }

    @Test mutating func echoedLineNeedsNoCheckAndOneTimerSuffices() {
        _ = say(.caughtUp)
        _ = say(.accepted(first))
        #expect(say(.finished(first, .sent(eventID: "$1"))).contains(.wake(at: 10_000)))
        #expect(say(.echoed(ids: ["1"]), now: 1) == [])
        _ = say(.accepted(second), now: 2)
        #expect(say(.finished(second, .sent(eventID: "$2")), now: 3) == [.keepSent(id: "2", eventID: "$2")])
        #expect(say(.timeCame, now: 10_000) == [.wake(at: 10_003)])
        #expect(say(.echoed(ids: ["2"]), now: 10_001) == [])
        #expect(say(.timeCame, now: 10_003) == [])
        #expect(machine.mayLeave)
    }

    @Test mutating func simultaneousFailuresCatchUpOnce() {
        _ = say(.caughtUp)
        for item in [first, second] { _ = say(.accepted(item)) }
        #expect(say(.finished(first, .unanswered)).contains(.catchUp))
        #expect(!say(.finished(second, .unanswered)).contains(.catchUp))
    }

    @Test mutating func heldBackLineIsSentAfterCatchUp() {
        _ = say(.caughtUp)
        _ = say(.accepted(first))
        _ = say(.fellBehind(isAway: true))
        #expect(say(.finished(first, .heldBack)) == [])
        #expect(say(.caughtUp) == [.send(first)])
    }

    @Test mutating func lineOfUnknownChatWaitsWithoutBlockingOthers() {
        _ = say(.caughtUp)
        _ = say(.accepted(first))
        #expect(say(.finished(first, .chatUnknown)) == [])
        #expect(say(.accepted(second)) == [.send(second)])
        #expect(say(.chatsSynced(chatIDs: ["!b"])) == [])
        #expect(say(.chatsSynced(chatIDs: ["!a"])) == [.send(first)])
        // A sync may report the chat while the line is being checked.
        #expect(say(.chatsSynced(chatIDs: ["!a"])) == [])
        #expect(say(.finished(first, .chatUnknown)) == [.send(first)])
    }

    @Test(arguments: Seeds.ofThisRun(300))
    func randomStorySendsEachLineOnceInOrder(seed: UInt64) {
        var story = RandomStory(seed: seed)
        story.run()
        for (chatID, sent) in story.sent { #expect(sent == story.accepted[chatID], "seed \(seed)") }
        #expect(story.sent.count == story.accepted.count, "seed \(seed)")
        #expect(story.leftUnheard.isEmpty, "seed \(seed)")
        #expect(story.leftTogether.isEmpty, "seed \(seed)")
    }
}

/// Sends lines of several chats on a network with random faults, and then on one that works.
private struct RandomStory {
    /// The identifiers of lines by chat, as they were accepted and as the server received them.
    private(set) var accepted: [String: [String]] = [:]
    private(set) var sent: [String: [String]] = [:]
    /// The lines that were sent before the sync was up to date, or at the same time as another line of their chat.
    private(set) var leftUnheard: [String] = []
    private(set) var leftTogether: [String] = []

    private var random: SeededGenerator
    private var machine = OutboxMachine()
    private var now: Int64 = 0
    private var wakes: [Int64] = []
    private var underWay: [OutboxItem] = []
    private var isHeard = false
    private var count = 0

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func run() {
        for _ in 0..<400 { step(isCalm: false) }
        var steps = 0
        while count > sent.values.joined().count, steps < 5_000 {
            steps += 1
            step(isCalm: true)
        }
    }

    private mutating func step(isCalm: Bool) {
        switch Int.random(in: 0..<10, using: &random) {
        case 0 where !isCalm && count < 30: accept()
        case 1 where !isCalm:
            isHeard = false
            say(.fellBehind(isAway: Bool.random(using: &random)))
        case 2:
            isHeard = true
            say(.caughtUp)
        case 3: say(.hurried)
        case 4: say(.chatsSynced(chatIDs: Set(accepted.keys.filter { _ in isCalm || Bool.random(using: &random) })))
        case 5, 6:
            guard let next = wakes.filter({ $0 > now }).min() else { return }
            now = next
            say(.timeCame)
        default: finish(isCalm: isCalm)
        }
    }

    private mutating func accept() {
        let chatID = "!\(Int.random(in: 0..<6, using: &random))"
        count += 1
        accepted[chatID, default: []].append("\(count)")
        say(.accepted(.line(id: "\(count)", chatID: chatID)))
    }

    private mutating func finish(isCalm: Bool) {
        guard !underWay.isEmpty else { return }
        let item = underWay.remove(at: Int.random(in: 0..<underWay.count, using: &random))
        let outcomes: [OutboxMachine.Outcome] = [
            .sent(eventID: "$"), .sent(eventID: "$"), .failedForNow(.everything, retryAfter: nil),
            .failedForNow(.everything, retryAfter: 7_000), .failedForNow(.chat, retryAfter: nil), .unanswered,
            .chatUnknown, .heldBack,
        ]
        let outcome = isCalm ? .sent(eventID: "$") : outcomes.randomElement(using: &random) ?? .heldBack
        if case .sent = outcome { sent[item.lane, default: []].append(item.id) }
        if outcome == .unanswered { isHeard = false }
        say(.finished(item, outcome))
    }

    private mutating func say(_ input: OutboxMachine.Input) {
        for instruction in machine.handle(input, now: now, jitter: .random(in: 0...1, using: &random)) {
            switch instruction {
            case .send(let item):
                if !isHeard { leftUnheard.append(item.id) }
                if underWay.contains(where: { $0.lane == item.lane }) { leftTogether.append(item.id) }
                underWay.append(item)
            case .wake(let time): wakes.append(time)
            case .replaceDeafSync: isHeard = false
            case .keepSent, .keepFailed, .catchUp: break
            }
        }
    }
}
