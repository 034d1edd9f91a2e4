import Synchronization

/// The pending faults, and the recorded requests and responses.
final class FaultScript: Sendable {
    /// A fault for one request, and the rule that it belongs to.
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
        /// The callbacks that send responses once another one has overtaken them.
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

    /// Replaces all other rules.
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

    /// The number of responses that the client received completely.
    var answers: Int { state.withLock { $0.answers } }

    /// The number of connections, with or without requests.
    var connections: Int { state.withLock { $0.connections } }

    /// Whether new connections are frozen from the beginning.
    var isFreezingNew: Bool { state.withLock(\.freezesNew) }

    func freezesNew(_ freezes: Bool) {
        state.withLock { $0.freezesNew = freezes }
    }

    func connected() {
        state.withLock { $0.connections += 1 }
    }

    /// Counts a request.
    ///
    /// - Returns: The fault to apply to it.
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

    /// The first lines of requests that contained a watched text.
    var betrayals: [String] { state.withLock(\.betrayals) }

    /// Counts an applied fault.
    func note(_ rule: FaultRule) {
        state.withLock { $0.faults[rule, default: 0] += 1 }
    }

    /// Whether the current frame is to be cut.
    func takeFrameCut() -> Bool {
        state.withLock { state in
            guard let rule = state.frameCut else { return false }
            state.frameCut = nil
            state.faults[rule, default: 0] += 1
            return true
        }
    }

    /// Delays a response until another one has overtaken it.
    func wait(_ goOn: @escaping @Sendable () -> Void) {
        state.withLock { $0.overtaken.append(goOn) }
    }

    /// Counts a response that the client received completely, and sends the responses that it overtook.
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

    /// Returns the last response to a request of the same kind.
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
