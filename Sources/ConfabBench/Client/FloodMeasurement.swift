import TestSupport

/// From a key to its letter on screen while messages pour in, half of them into the chat that is on screen.
struct FloodMeasurement {
    static let median = "key, messages arrive: p50"
    static let ninetyNinth = "key, messages arrive: p99"
    static let rate = "messages that arrived meanwhile"

    let accounts: [BenchAccount]
    /// Keys of a round.
    let count: Int
    let rounds: Int

    func figures() async throws -> [Figure] {
        var report = FigureReport()
        for _ in 0..<rounds {
            for account in accounts {
                let screen = try await account.open(showing: ProfileFiller.newestText)
                try await screen.waitForRest()
                report.add(round: try await round(account, screen))
                // The next start is to show the line that it waits for, and all that was sent is to be here by then. Where more
                // came at once than a sync has, the chat stands where that begins.
                screen.send(.meta(">"))
                try await account.say(ProfileFiller.newestText, in: account.rooms.open)
                try await screen.waitFor(ProfileFiller.newestText, timeout: .seconds(120))
                // What rushed by between two frames nobody saw: it is done with from here on.
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
