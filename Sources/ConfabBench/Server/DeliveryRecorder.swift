import Glibc
import Synchronization

/// The listeners that have received a line, and the time until they did.
final class DeliveryRecorder: Sendable {
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
    var deliveredCount: Int { state.withLock { $0.heard.count } }
    var times: [Double] { state.withLock { $0.times } }
}

extension UnsafeRawBufferPointer {
    /// Returns the first position of a sequence of bytes: `memmem`, which Swift does not import.
    ///
    /// - Parameter mark: At least one byte.
    func firstPlace(of mark: [UInt8]) -> Int? {
        guard let base = baseAddress, let first = mark.first, count >= mark.count else { return nil }
        return (0...count - mark.count).first { start in
            self[start] == first && memcmp(base + start, mark, mark.count) == 0
        }
    }
}
