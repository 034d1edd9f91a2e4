/// The client's and the server's figures on little data. Counts and ratios within the run are bounded by about
/// three times their usual values, which no machine exceeds by chance alone. Absolute times have no bounds.
struct CheckRun {
    let rounds: Int

    func report() async throws -> FigureReport {
        let client = ClientRun(
            rounds: rounds, fewRounds: 1, chats: 50, messages: [500, 5_000], scrolled: 500, loginChats: 50, keys: 40,
            restSeconds: 2, frameSizes: 1, parts: Set(ClientPart.allCases).subtracting([.visits, .flood, .files]))
        let server = ServerRun(
            rounds: rounds, fewRounds: 1, senders: [8], listeners: [10], seconds: 1, lines: 20, keyedPeople: 10,
            repeats: 1,
            idle: 200)
        var report = FigureReport()
        let measured = try await client.report()
        report.add(measured.figures)
        report.leftOut += measured.leftOut
        let load = try await server.report()
        report.add(load.figures)
        report.leftOut += load.leftOut
        report.forgetMusts()
        hold(&report)
        return report
    }

    private func hold(_ report: inout FigureReport) {
        for (name, most) in Self.most { report.require(name, .most, most) }
        for name in [FirstLoginMeasurement.list, FirstLoginMeasurement.online] {
            report.require(name, .most, 20, of: FirstLoginMeasurement.answer, by: "confab serve")
        }
        report.require(SendMeasurement.work, .most, 100, of: GroupedCommits.work, by: "sqlite")
        // Disks differ far more than processors.
        report.require(SendMeasurement.rate, .least, 1.0 / 100, of: GroupedCommits.rate, by: "sqlite")
    }

    /// The bounds of counts, ratios within the run, and bytes. Instructions hardly vary, so their bounds are tight.
    private static let most: KeyValuePairs = [
        ClientRun.growthOfStart: 3.0,
        FrameMeasurement.together: 3,
        FrameMeasurement.unseen: 2,
        // A new minute may cause a frame.
        FrameMeasurement.rest: 2,
        ScrollMeasurement.growth: 3,
        ApplyMeasurement.ratio: 12,
        InstructionMeasurement.letter: 500_000,
        InstructionMeasurement.line: 5_000_000,
        InstructionMeasurement.typedLine: 11_500_000,
        InstructionMeasurement.login: 320_000_000,
        SendMeasurement.written: 80,
        IdleMeasurement.each: 120,
    ]
}
