import Synchronization

/// Which faults are still to come, and what came through so far.
final class FaultScript: Sendable {
    private struct State {
        var rules: [(place: FaultPlace, fault: Fault, left: Int)] = []
        var requests: [ProxyMessage] = []
        var faults = 0
        var answers: [FaultPlace: ProxyMessage] = [:]
        var cutsFrames = false
    }

    private let state = Mutex(State())

    func add(_ place: FaultPlace, _ fault: Fault, times: Int) {
        state.withLock { $0.rules.append((place, fault, times)) }
    }

    /// In place of all there were.
    func replace(_ place: FaultPlace, _ fault: Fault, times: Int) {
        state.withLock { $0.rules = [(place, fault, times)] }
    }

    func cutNextFrame() {
        state.withLock { $0.cutsFrames = true }
    }

    func clear() {
        state.withLock {
            $0.rules = []
            $0.cutsFrames = false
        }
    }

    var faults: Int { state.withLock { $0.faults } }

    func count(of place: FaultPlace) -> Int {
        state.withLock { state in state.requests.count { place.matches($0) } }
    }

    /// Counts a request.
    ///
    /// - Returns: what is to be done to it.
    func fault(for request: ProxyMessage) -> Fault? {
        state.withLock { state in
            var counted = request
            counted.body = []
            state.requests.append(counted)
            guard let index = state.rules.firstIndex(where: { $0.left > 0 && $0.place.matches(request) }) else {
                return nil
            }
            state.rules[index].left -= 1
            return state.rules[index].fault
        }
    }

    /// A fault happened.
    func note() {
        state.withLock { $0.faults += 1 }
    }

    /// Whether a frame that is on its way now is to be cut.
    func takeFrameCut() -> Bool {
        state.withLock { state in
            guard state.cutsFrames else { return false }
            state.cutsFrames = false
            state.faults += 1
            return true
        }
    }

    func keep(_ answer: ProxyMessage, to request: ProxyMessage) {
        state.withLock { state in
            for place in FaultPlace.allCases where place.matches(request) { state.answers[place] = answer }
        }
    }

    /// What a request of the same kind was answered last.
    func lastAnswer(to request: ProxyMessage) -> ProxyMessage? {
        state.withLock { state in
            FaultPlace.allCases.first { $0.matches(request) }.flatMap { state.answers[$0] }
        }
    }
}
