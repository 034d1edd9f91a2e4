import TestSupport

/// Confab and other programs alternately: messengers in a terminal, and Synapse.
struct CompareRun {
    var client = ClientRun()
    var server = ServerRun()

    func report() async throws -> FigureReport {
        let (others, missing) = try ScreenProgram.others()
        var report = try await screens(others)
        report.leftOut += missing.map { "\($0), which is not in /usr/bin" }
        if let synapse = try await MeasuredServer.synapse() {
            var load = try await loads(beside: synapse)
            load.leftOut = report.leftOut
            report.add(load.figures)
        } else {
            report.leftOut.append("synapse, as CONFAB_OUTSIDE names no environment; .ci/outside makes one")
        }
        return report
    }

    private func screens(_ others: [ScreenProgram]) async throws -> FigureReport {
        var report = try await AccountMaker(chats: client.chats, directory: client.keep).withAccounts(
            of: client.messages
        ) { try await measure($0, others) }
        for name in [StartMeasurement.processorTime, StartMeasurement.time] {
            for program in ["profanity", "irssi"] { report.require(name, .most, by: program) }
        }
        for name in [KeyMeasurement.median, KeyMeasurement.ninetyNinth] { report.require(name, .most, by: "weechat") }
        report.require(VisitMeasurement.resident, .most, 4, by: "irssi")
        return report
    }

    private func measure(_ accounts: [BenchAccount], _ others: [ScreenProgram]) async throws -> FigureReport {
        var report = FigureReport()
        let programs = accounts.map(ScreenProgram.confab) + others
        Progress.report("start of \(programs.map(\.name).joined(separator: ", "))")
        report.add(try await StartMeasurement(programs: programs, rounds: client.rounds).figures())
        Progress.report("keys")
        report.add(
            try await KeyMeasurement(programs: programs, count: client.keys, rounds: client.rounds).figures())
        Progress.report("memory")
        report.add(
            try await VisitMeasurement(
                accounts: accounts, others: others, rounds: min(client.rounds, 3), chats: client.visited
            ).figures())
        return report
    }

    private func loads(beside synapse: MeasuredServer) async throws -> FigureReport {
        do {
            var report = try await server.load(beside: [synapse])
            try await synapse.stop()
            report.require(SendMeasurement.work, .most, 1.0 / 50, by: "synapse")
            for name in EncryptionMeasurement.times { report.require(name, .most, by: "synapse") }
            // A stream is compared with a long poll, since Synapse has only that.
            report.require(DeliveryMeasurement.median, .most, 1.0 / 20, by: "synapse")
            return report
        } catch {
            try await synapse.stop()
            throw error
        }
    }
}
