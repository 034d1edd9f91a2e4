import Synchronization

/// Enforces ``WriteRates`` for each account, so that an account that writes without end blocks no others and can't
/// fill a disk in an hour.
final class WriteLimiter: Sendable {
    private struct Key: Hashable {
        let user: String
        let kind: WriteRates.Kind
    }

    private struct State {
        var counts = TokenBuckets<Key>()
        var bytes = TokenBuckets<Key>()
    }

    private let rates: WriteRates
    private let clock: SecondsClock
    private let state = Mutex(State())

    init(_ rates: WriteRates, _ clock: SecondsClock = SecondsClock()) {
        (self.rates, self.clock) = (rates, clock)
    }

    /// Consumes the cost of a write.
    ///
    /// - Parameters:
    ///   - count: The number of items written; a number above the burst counts as one burst.
    ///   - bytes: Their total size.
    /// - Throws: 429 if the account wrote too much lately; nothing is consumed then.
    func consume(_ kind: WriteRates.Kind, count: Int = 1, bytes: Int = 0, of user: String) throws(EndpointError) {
        try consume(kind, count, bytes, user, isDry: false)
    }

    /// Throws as ``consume(_:count:bytes:of:)`` would, but consumes nothing.
    func check(_ kind: WriteRates.Kind, count: Int = 1, bytes: Int = 0, of user: String) throws(EndpointError) {
        try consume(kind, count, bytes, user, isDry: true)
    }

    private func consume(
        _ kind: WriteRates.Kind, _ count: Int, _ bytes: Int, _ user: String, isDry: Bool
    ) throws(EndpointError) {
        let (key, rate, now) = (Key(user: user, kind: kind), rates[kind], clock.now)
        let wait = state.withLock { state in
            let wait = max(
                state.counts.wait(for: Double(count), key, rate.count, now: now),
                state.bytes.wait(for: Double(bytes), key, rate.bytes, now: now))
            guard wait == 0, !isDry else { return wait }
            state.counts.consume(Double(count), key, rate.count, now: now)
            state.bytes.consume(Double(bytes), key, rate.bytes, now: now)
            return 0
        }
        guard wait == 0 else { throw .limited(seconds: wait) }
    }
}

/// A monotonic clock in seconds from an arbitrary start.
struct SecondsClock: Sendable {
    private let read: @Sendable () -> Double

    init() {
        let beginning = ContinuousClock.now
        read = {
            let components = beginning.duration(to: .now).components
            return Double(components.seconds) + Double(components.attoseconds) * 1e-18
        }
    }

    /// Creates a clock that a test controls.
    init(_ read: @escaping @Sendable () -> Double) { self.read = read }

    var now: Double { read() }
}
