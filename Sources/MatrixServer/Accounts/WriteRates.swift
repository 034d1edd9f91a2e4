/// The write limits of each account: a burst, and a rate per second after that.
package struct WriteRates: Sendable {
    /// The parameters of a token bucket.
    package struct Allowance: Sendable {
        /// The amount that may be taken at once from a full bucket.
        package var burst: Double
        /// The amount that is added each second.
        package var perSecond: Double

        package init(burst: Double, perSecond: Double) {
            (self.burst, self.perSecond) = (burst, perSecond)
        }

        package static func bytes(_ burst: Int, perSecond: Int) -> Allowance {
            Allowance(burst: Double(burst), perSecond: Double(perSecond))
        }
    }

    /// The allowances of a kind of write.
    package struct Rate: Sendable {
        /// The allowance in events, rooms, messages or requests, depending on the kind.
        package var count: Allowance
        /// The allowance in bytes of the request bodies.
        package var bytes: Allowance

        package init(count: Allowance, bytes: Allowance) {
            (self.count, self.bytes) = (count, bytes)
        }
    }

    /// Messages, reactions and redactions. A bot that sends twenty lines each second stays below the limit.
    package var events = Rate(
        count: .init(burst: 1_000, perSecond: 50), bytes: .bytes(8 << 20, perSecond: 128 << 10))
    /// State events including memberships, directory entries and aliases.
    package var state = Rate(count: .init(burst: 300, perSecond: 5), bytes: .bytes(4 << 20, perSecond: 64 << 10))
    package var rooms = Rate(
        count: .init(burst: 100, perSecond: 0.2), bytes: .bytes(4 << 20, perSecond: 16 << 10))
    /// Invites sent by any kind of request.
    package var invitations = Rate(
        count: .init(burst: 300, perSecond: 1), bytes: .bytes(4 << 20, perSecond: 64 << 10))
    /// Account data, tags, push rules, filters and device names.
    package var accountData = Rate(
        count: .init(burst: 500, perSecond: 5), bytes: .bytes(4 << 20, perSecond: 32 << 10))
    /// Messages to devices, counted for each target device.
    package var deviceMessages = Rate(
        count: .init(burst: 20_000, perSecond: 200), bytes: .bytes(32 << 20, perSecond: 512 << 10))
    /// Receipts and read markers.
    package var receipts = Rate(
        count: .init(burst: 2_000, perSecond: 50), bytes: .bytes(4 << 20, perSecond: 64 << 10))
    package var typing = Rate(count: .init(burst: 100, perSecond: 5), bytes: .bytes(1 << 20, perSecond: 64 << 10))
    /// Keys, signatures and key backups, uploaded or claimed.
    package var keys = Rate(
        count: .init(burst: 1_000, perSecond: 20), bytes: .bytes(64 << 20, perSecond: 1 << 20))

    /// New tokens of all devices of an account. A device refreshes its tokens when they expire, after minutes or hours.
    package var refreshes = Rate(count: .init(burst: 500, perSecond: 1), bytes: .bytes(1 << 20, perSecond: 16 << 10))

    package init() {}
}

extension WriteRates {
    /// The kinds of writes that are counted.
    enum Kind: CaseIterable, Hashable, Sendable {
        case events, state, rooms, invitations, accountData, deviceMessages, receipts, typing, keys, refreshes
    }

    subscript(kind: Kind) -> Rate {
        switch kind {
        case .events: events
        case .state: state
        case .rooms: rooms
        case .invitations: invitations
        case .accountData: accountData
        case .deviceMessages: deviceMessages
        case .receipts: receipts
        case .typing: typing
        case .keys: keys
        case .refreshes: refreshes
        }
    }

    /// Raises every rate, bursts included.
    ///
    /// - Parameter factor: The factor; 1 or more.
    package mutating func multiply(by factor: Double) {
        let paths: [WritableKeyPath<WriteRates, Rate>] = [
            \.events, \.state, \.rooms, \.invitations, \.accountData, \.deviceMessages, \.receipts, \.typing, \.keys,
            \.refreshes,
        ]
        for path in paths {
            for part in [\Rate.count, \Rate.bytes] {
                self[keyPath: path][keyPath: part].burst *= factor
                self[keyPath: path][keyPath: part].perSecond *= factor
            }
        }
    }
}
