import TestSupport

/// The time until a typed letter is on screen in the search field for all chats, while results arrive. It is measured
/// both without new messages, and while many new messages arrive and are indexed.
struct SearchedKeyMeasurement {
    static let quietMedian = "key of a search: p50"
    static let quietNinetyNinth = "key of a search: p99"
    static let median = "key of a search, messages arrive: p50"
    static let ninetyNinth = "key of a search, messages arrive: p99"
    /// Words that occur in hundreds of thousands of messages, typed letter by letter.
    private static let text = "with the release on "

    let accounts: [BenchAccount]
    /// The number of keystrokes in a round.
    let count: Int
    let rounds: Int

    func figures() async throws -> [Figure] {
        var report = FigureReport()
        for account in accounts {
            let screen = try await account.open(showing: ProfileFiller.longChatName)
            try await screen.waitForRest()
            screen.send(.control("r"))
            try await screen.waitFor("Search in")
            screen.send(.tab)
            try await screen.waitFor("Search in all chats")
            for _ in 0..<rounds {
                report.add(
                    round: figures(Self.quietMedian, Self.quietNinetyNinth, account, try await readings(screen)))
                let pouring = Task { try await Flood(account: account).run() }
                // The connections are open and the rate is reached by then.
                try await Task.sleep(for: .seconds(1))
                let flooded: [Double]
                do {
                    flooded = try await readings(screen)
                } catch {
                    pouring.cancel()
                    throw error
                }
                pouring.cancel()
                _ = await pouring.result
                report.add(round: figures(Self.median, Self.ninetyNinth, account, flooded))
            }
            screen.send(.escape)
            try await screen.waitUntilGone("Search in all chats")
            try await account.quit(screen)
        }
        return report.figures
    }

    private func readings(_ screen: ScreenDriver) async throws -> [Double] {
        try await KeyTimer(screen: screen, count: count, text: Self.text).readings()
    }

    private func figures(
        _ median: String, _ ninetyNinth: String, _ account: BenchAccount, _ readings: [Double]
    ) -> [Figure] {
        let percentiles = Percentiles(readings)
        return [(median, percentiles.median), (ninetyNinth, percentiles.ninetyNinth)].map { name, value in
            Figure(name: name, size: account.size, unit: .milliseconds, samples: [value])
        }
    }
}
