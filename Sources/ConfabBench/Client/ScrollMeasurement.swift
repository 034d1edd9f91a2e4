import TestSupport

/// Scrolling back through the whole history of a chat: the processor time for each screen, and the memory that remains
/// in use.
struct ScrollMeasurement {
    static let work = "scroll back: CPU each screen"
    static let growth = "scroll back: memory at the end to that after a tenth"

    let accounts: [BenchAccount]
    let rounds: Int
    /// The maximum distance back, in messages.
    let most: Int

    func figures() async throws -> [Figure] {
        var report = FigureReport()
        for _ in 0..<rounds {
            for account in accounts { report.add(round: try await scroll(account)) }
        }
        return report.figures.sorted { $0.name < $1.name }
    }

    private func scroll(_ account: BenchAccount) async throws -> [Figure] {
        let screen = try await ScreenProgram.confab(account).openToUse()
        let process = screen.processIdentifier
        // A screen of 24 rows shows about 12 of these messages; the long chat has a tenth of them all.
        let screens = max(10, min(most, account.messages / 10) / 12)
        let before = ProcessReading.processorTime(of: process)
        var early = 0.0
        for number in 0..<screens {
            try await screen.press(.pageUp)
            if number == screens / 10 { early = ProcessReading.memory(of: process)?.anonymous ?? 0 }
        }
        let used = ProcessReading.processorTime(of: process) - before
        let memory = ProcessReading.memory(of: process) ?? (0, 0)
        screen.send(.meta(">"))
        try await screen.waitForRest()
        try await account.quit(screen)
        return [
            Figure(name: Self.work, size: account.size, unit: .milliseconds, samples: [used / Double(screens)]),
            Figure(name: Self.growth, size: account.size, unit: .ratio, samples: [memory.anonymous / max(1, early)]),
            Figure(
                name: "scroll back: anonymous memory at the end", size: account.size, unit: .megabytes,
                samples: [memory.anonymous]),
            Figure(
                name: "scroll back: resident at the end", size: account.size, unit: .megabytes,
                samples: [memory.resident]),
        ]
    }
}
