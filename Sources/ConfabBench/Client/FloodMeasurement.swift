import TestSupport

/// The time from a key to its letter on screen during a flood of messages, half of them in the chat that is on screen.
struct FloodMeasurement {
    static let median = "key, messages arrive: p50"
    static let ninetyNinth = "key, messages arrive: p99"
    static let rate = "messages that arrived meanwhile"

    let accounts: [BenchAccount]
    /// The number of keys in a round.
    let count: Int
    let rounds: Int

    func figures() async throws -> [Figure] {
        var report = FigureReport()
        for _ in 0..<rounds {
            for account in accounts {
                let screen = try await account.open(showing: ProfileFiller.newestText)
                try await screen.waitForRest()
                report.add(round: try await round(account, screen))
                // The next start waits for this line, and all messages are to be received by then. If more came at
                // once than fit in a sync, the chat is scrolled to their beginning.
                screen.send(.meta(">"))
                try await account.say(ProfileFiller.newestText, in: account.rooms.open)
                try await screen.waitFor(ProfileFiller.newestText, timeout: .seconds(120))
                // Messages that scrolled past between two frames were never shown. Scrolling to the end marks them as
                // read before the next start.
                screen.send(.meta(">"))
                try await screen.waitForRest()
                try await account.quit(screen)
            }
        }
        return report.figures.sorted { $0.name < $1.name }
    }

    private func round(_ account: BenchAccount, _ screen: ScreenDriver) async throws -> [Figure] {
        let flood = Flood(account: account)
        let pouring = Task { try await flood.run() }
        // The connections are open and the rate is reached by then.
        try await Task.sleep(for: .seconds(1))
        let began = ContinuousClock.now
        let sentBefore = flood.sent
        let readings: [Double]
        do {
            readings = try await KeyTimer(screen: screen, count: count).readings()
        } catch {
            pouring.cancel()
            throw error
        }
        let rate = Double(flood.sent - sentBefore) / ((ContinuousClock.now - began).milliseconds / 1_000)
        pouring.cancel()
        _ = await pouring.result
        let percentiles = Percentiles(readings)
        return [
            Figure(name: Self.median, size: account.size, unit: .milliseconds, samples: [percentiles.median]),
            Figure(name: Self.ninetyNinth, size: account.size, unit: .milliseconds, samples: [percentiles.ninetyNinth]),
            Figure(name: Self.rate, size: account.size, unit: .perSecond, samples: [rate]),
        ]
    }
}
