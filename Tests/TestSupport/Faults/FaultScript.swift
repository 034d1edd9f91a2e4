import Synchronization

/// Which faults are still to come, and what came through so far.
final class FaultScript: Sendable {
    /// A fault for one request, and who asked for it.
    struct Cue {
        let rule: FaultRule
        let fault: Fault
    }

    private struct State {
        var rules: [(cue: Cue, place: FaultPlace, left: Int)] = []
        var rulesMade = 0
        var requests: [ProxyMessage] = []
        var watched: [[UInt8]] = []
        var betrayals: [String] = []
        var faults: [FaultRule: Int] = [:]
        var lastAnswers: [FaultPlace: ProxyMessage] = [:]
        var answers = 0
        var connections = 0
        var frameCut: FaultRule?
        var freezesNew = false
        /// Let answers go on that wait until another one has overtaken them.
        var overtaken: [@Sendable () -> Void] = []

        mutating func newRule() -> FaultRule {
            rulesMade += 1
            return FaultRule(number: rulesMade)
        }
    }

    private let state = Mutex(State())

    func add(_ place: FaultPlace, _ fault: Fault, times: Int) -> FaultRule {
        state.withLock { state in
            let rule = state.newRule()
            state.rules.append((Cue(rule: rule, fault: fault), place, times))
            return rule
        }
    }

    /// In place of all there were.
    func replace(_ place: FaultPlace, _ fault: Fault, times: Int) -> FaultRule {
        state.withLock { state in
            let rule = state.newRule()
            state.rules = [(Cue(rule: rule, fault: fault), place, times)]
            return rule
        }
    }

    func cutNextFrame() -> FaultRule {
        state.withLock { state in
            let rule = state.newRule()
            state.frameCut = rule
            return rule
        }
    }

    func clear() {
        state.withLock {
            $0.rules = []
            $0.frameCut = nil
        }
    }

    func count(of rule: FaultRule) -> Int { state.withLock { $0.faults[rule] ?? 0 } }

    func count(of place: FaultPlace) -> Int {
        state.withLock { state in state.requests.count { place.matches($0) } }
    }

    /// How many answers the client has got whole.
    var answers: Int { state.withLock { $0.answers } }

    /// How many connections there were, whatever was said by them.
    var connections: Int { state.withLock { $0.connections } }

    /// Whether connections that are made now are dead from the beginning.
    var isFreezingNew: Bool { state.withLock(\.freezesNew) }

    func freezesNew(_ freezes: Bool) {
        state.withLock { $0.freezesNew = freezes }
    }

    func connected() {
        state.withLock { $0.connections += 1 }
    }

    /// Counts a request.
    ///
    /// - Returns: what is to be done to it.
    func cue(for request: ProxyMessage) -> Cue? {
        state.withLock { state in
            if state.watched.contains(where: request.says) { state.betrayals.append(request.startLine) }
            var counted = request
            counted.body = []
            state.requests.append(counted)
            guard let index = state.rules.firstIndex(where: { $0.left > 0 && $0.place.matches(request) }) else {
                return nil
            }
            state.rules[index].left -= 1
            return state.rules[index].cue
        }
    }

    func watch(for words: String) {
        state.withLock { $0.watched.append(Array(words.utf8)) }
    }

    /// The first lines of requests with words that were watched for.
    var betrayals: [String] { state.withLock(\.betrayals) }

    /// A fault happened.
    func note(_ rule: FaultRule) {
        state.withLock { $0.faults[rule, default: 0] += 1 }
    }

    /// Whether a frame that is on its way now is to be cut.
    func takeFrameCut() -> Bool {
        state.withLock { state in
            guard let rule = state.frameCut else { return false }
            state.frameCut = nil
            state.faults[rule, default: 0] += 1
            return true
        }
    }

    /// An answer waits until another has overtaken it.
    func wait(_ goOn: @escaping @Sendable () -> Void) {
        state.withLock { $0.overtaken.append(goOn) }
    }

    /// The client has got an answer whole. What waited to be overtaken goes on.
    func answered() {
        let waiting = state.withLock { state in
            state.answers += 1
            defer { state.overtaken = [] }
            return state.overtaken
        }
        for goOn in waiting { goOn() }
    }

    func keep(_ answer: ProxyMessage, to request: ProxyMessage) {
        state.withLock { state in
            for place in FaultPlace.allCases where place.matches(request) { state.lastAnswers[place] = answer }
        }
    }

    /// What a request of the same kind was answered last.
    func lastAnswer(to request: ProxyMessage) -> ProxyMessage? {
        state.withLock { state in
            FaultPlace.allCases.first { $0.matches(request) }.flatMap { state.lastAnswers[$0] }
        }
    }
}

extension ProxyMessage {
    fileprivate func says(_ words: [UInt8]) -> Bool {
        body.firstRange(of: words) != nil || startLine.utf8.firstRange(of: words) != nil
    }
}
