import Synchronization

/// Many messages a second from a peer, over several connections, until it is cancelled.
final class Flood: Sendable {
    /// The intended rate; half of the messages go to the chat on screen.
    static let perSecond = 1_000

    private let account: BenchAccount
    private let count = Mutex(0)

    init(account: BenchAccount) {
        self.account = account
    }

    /// The number of messages that the server has accepted.
    var sent: Int { count.withLock { $0 } }

    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for sender in account.bo.indices {
                group.addTask { try await self.send(as: sender) }
            }
            try await group.waitForAll()
        }
    }

    /// Sends several messages at a time, each batch in its time slot. Delays are not made up for.
    private func send(as sender: Int) async throws {
        let batch = 10
        let slot = Duration.seconds(batch * account.bo.count) / Self.perSecond
        let rooms = [account.rooms.open, account.rooms.other]
        var next = ContinuousClock.now
        while !Task.isCancelled {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<batch {
                    group.addTask {
                        try await self.account.say("flood \(number)", in: rooms[number % 2], sender: sender)
                    }
                }
                try await group.waitForAll()
            }
            count.withLock { $0 += batch }
            next = max(next + slot, .now)
            // The rate is fixed, not as high as the server allows.
            try await Task.sleep(until: next)
        }
    }
}
