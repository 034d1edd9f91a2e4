import TestSupport

/// From a key to its letter on screen, while nothing else happens and while messages pour in.
struct KeyMeasurement {
    let account: BenchAccount
    let count: Int
    /// How many messages a second arrive meanwhile.
    static let rate = 1_000

    func figures(yardsticks: [OtherProgram]) async throws -> [Figure] {
        let screen = try await account.open(showing: ProfileFiller.newestText)
        try await screen.waitForRest()
        let quiet = Percentiles(try await KeyTimer(screen: screen, count: count).readings())
        let flood = Flood(account: account)
        let pouring = Task { try await flood.run() }
        // The connections are open and the rate is reached by then.
        try await Task.sleep(for: .seconds(1))
        let began = ContinuousClock.now
        let sentBefore = flood.sent
        let busy = Percentiles(try await KeyTimer(screen: screen, count: count).readings())
        let rate = Double(flood.sent - sentBefore) / ((ContinuousClock.now - began).milliseconds / 1_000)
        pouring.cancel()
        _ = await pouring.result
        try await account.quit(screen)
        var others: [(name: String, times: Percentiles)] = []
        for program in yardsticks {
            if let times = try await program.keyTimes(count: count) { others.append((program.name, times)) }
        }
        let weechat = others.first { $0.name == "weechat" } ?? others.first
        return [
            Figure(
                name: "key to screen, quiet: p50", value: quiet.median, unit: .milliseconds,
                budget: weechat?.times.median, yardstick: weechat.map { .init(name: $0.name, value: $0.times.median) }),
            Figure(
                name: "key to screen, quiet: p99", value: quiet.ninetyNinth, unit: .milliseconds,
                budget: weechat?.times.ninetyNinth,
                yardstick: weechat.map { .init(name: $0.name, value: $0.times.ninetyNinth) }),
            Figure(name: "key to screen, messages arrive: p50", value: busy.median, unit: .milliseconds),
            Figure(
                name: "key to screen, messages arrive: p99", value: busy.ninetyNinth, unit: .milliseconds, budget: 2),
            Figure(name: "messages a second that arrived meanwhile", value: rate, unit: .count),
        ]
    }
}
