import Synchronization

/// The listeners that have received a line, and the time until they did.
final class HearingBoard: Sendable {
    private struct State {
        var mark: [UInt8] = []
        var sent = ContinuousClock.now
        var heard: Set<Int> = []
        /// The times of all lines, in milliseconds.
        var times: [Double] = []
    }

    private let state = Mutex(State())

    /// Records that a line is being sent now. Its mark is in no other line.
    func begin(_ mark: String) {
        state.withLock { state in
            state.mark = Array(mark.utf8)
            state.heard = []
            state.sent = .now
        }
    }

    /// Records that a listener got these bytes now.
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

    /// The number of listeners that have received the last line.
    var heard: Int { state.withLock { $0.heard.count } }
    var times: [Double] { state.withLock { $0.times } }
}
