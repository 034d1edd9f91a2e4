import Synchronization

/// Which listeners have heard of a line, and how long after it began to go out.
final class HearingBoard: Sendable {
    private struct State {
        var mark: [UInt8] = []
        var sent = ContinuousClock.now
        var heard: Set<Int> = []
        /// Of all lines, in milliseconds.
        var times: [Double] = []
    }

    private let state = Mutex(State())

    /// A line begins to go out now. Its mark stands in no other line.
    func begin(_ mark: String) {
        state.withLock { state in
            state.mark = Array(mark.utf8)
            state.heard = []
            state.sent = .now
        }
    }

    /// A listener got these bytes now.
    func got(_ bytes: UnsafeRawBufferPointer, by listener: Int) {
        let now = ContinuousClock.now
        state.withLock { state in
            guard !state.mark.isEmpty, !state.heard.contains(listener),
                bytes.firstPlace(of: state.mark) != nil
            else { return }
            state.heard.insert(listener)
            state.times.append((now - state.sent).milliseconds)
        }
    }

    /// How many have heard of the line that went out last.
    var heard: Int { state.withLock { $0.heard.count } }
    var times: [Double] { state.withLock { $0.times } }
}
