import Synchronization

/// Reports the progress of a download, each percent once.
final class ProgressMeter: Sendable {
    private let expected: Int64?
    private let tell: @Sendable (Int?) -> Void
    private let state = Mutex<(whole: Int64?, told: Int?)>((nil, nil))

    /// - Parameter expected: the expected size, in case the response has none.
    init(expected: Int64?, tell: @escaping @Sendable (Int?) -> Void) {
        self.expected = expected
        self.tell = tell
    }

    func begin(at count: Int64, of total: Int64?) {
        state.withLock { $0 = (total ?? expected, nil) }
        arrived(count)
    }

    func arrived(_ count: Int64) {
        let percent = state.withLock { state -> Int? in
            guard let whole = state.whole, whole > 0 else { return nil }
            let percent = Int(Double(max(0, min(count, whole))) / Double(whole) * 100)
            guard percent != state.told else { return nil }
            state.told = percent
            return percent
        }
        if let percent { tell(percent) }
    }
}
