import TestSupport

/// Measures the memory of the connected client: after its start, and after many chats were visited.
struct VisitMeasurement {
    static let resident = "memory: resident"

    let accounts: [BenchAccount]
    /// Other programs for comparison, measured after their start.
    var others: [ScreenProgram] = []
    let rounds: Int
    /// The number of chats that are visited.
    let chats: Int

    func figures() async throws -> [Figure] {
        var report = FigureReport()
        for _ in 0..<rounds {
            for account in accounts { report.add(round: try await visit(account)) }
            for program in others {
                let screen = try await program.openToUse()
                report.add(round: memory(of: screen, "", program: program.name))
                try await program.close(screen)
            }
        }
        return report.figures.sorted { $0.name < $1.name }
    }

    private func visit(_ account: BenchAccount) async throws -> [Figure] {
        let screen = try await ScreenProgram.confab(account).openToUse()
        var figures = memory(of: screen, "\(account.size), opened")
        for _ in 0..<chats { try await screen.press(.control("n")) }
        try await screen.waitForRest()
        figures += memory(of: screen, "\(account.size), \(chats) chats visited")
        try await account.quit(screen)
        try await account.chooseOpenChat()
        return figures
    }

    private func memory(of screen: ScreenDriver, _ size: String, program: String = "confab") -> [Figure] {
        guard let memory = ProcessReading.memory(of: screen.processIdentifier) else { return [] }
        return [
            Figure(
                name: "memory: anonymous", size: size, program: program, unit: .megabytes, samples: [memory.anonymous]),
            Figure(name: Self.resident, size: size, program: program, unit: .megabytes, samples: [memory.resident]),
        ]
    }
}
