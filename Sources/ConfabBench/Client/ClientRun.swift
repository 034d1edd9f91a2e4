import TestSupport

/// All measurements of the messenger alone.
struct ClientRun {
    var rounds = 5
    /// The rounds of figures that hardly vary or take long.
    var fewRounds = 3
    var chats = 1_000
    var messages = [10_000, 1_000_000]
    var scrolled = 100_000
    /// The number of chats that are visited; 0 skips the measurement.
    var visited = 200
    var loginChats = 200
    var keys = 200
    var restSeconds = 10
    /// The number of sizes at which frames are counted, from the first.
    var frameSizes = Int.max
    /// Whether keys are timed during a flood of messages.
    var hasFlood = true
    /// Whether only searches are measured.
    var hasSearchesAlone = false
    /// The directory in which filled profiles are kept across runs.
    var keep: String?

    func report() async throws -> FigureReport {
        var report = try await AccountMaker(chats: chats, directory: keep).withAccounts(of: messages, measure)
        guard !hasSearchesAlone else {
            hold(&report)
            return report
        }
        Progress.tell("a first login with \(loginChats) chats")
        report.add(try await FirstLoginMeasurement(chats: loginChats, rounds: rounds).figures())
        hold(&report)
        return report
    }

    private func measure(_ accounts: [BenchAccount]) async throws -> FigureReport {
        var report = FigureReport()
        let programs = accounts.map(ScreenProgram.confab)
        if hasSearchesAlone {
            Progress.tell("keys")
            report.add(try await KeyMeasurement(programs: programs, count: keys, rounds: rounds).figures())
            report.add(try await searchFigures(accounts))
            Progress.tell("keys while messages arrive")
            report.add(
                try await FloodMeasurement(
                    accounts: accounts, count: keys, rounds: min(rounds, fewRounds)
                ).figures())
            report.add(try await searchedKeyFigures(accounts))
            return report
        }
        Progress.tell("start")
        report.add(try await StartMeasurement(programs: programs, rounds: rounds).figures())
        addGrowthOfStart(to: &report, accounts)
        Progress.tell("keys")
        report.add(try await KeyMeasurement(programs: programs, count: keys, rounds: rounds).figures())
        Progress.tell("frames")
        let few = min(rounds, fewRounds)
        report.add(
            try await FrameMeasurement(
                accounts: Array(accounts.prefix(frameSizes)), rounds: few, restSeconds: restSeconds
            ).figures())
        Progress.tell("back through the history")
        report.add(try await ScrollMeasurement(accounts: accounts, rounds: few, most: scrolled).figures())
        if visited > 0 {
            Progress.tell("visits to \(visited) chats")
            report.add(try await VisitMeasurement(accounts: accounts, rounds: few, chats: visited).figures())
        }
        if hasFlood {
            Progress.tell("keys while messages arrive")
            report.add(try await FloodMeasurement(accounts: accounts, count: keys, rounds: rounds).figures())
        }
        Progress.tell("a long sync")
        report.add(try await ApplyMeasurement(accounts: accounts, rounds: rounds).figures())
        report.add(try await searchFigures(accounts))
        return report
    }

    private func searchFigures(_ accounts: [BenchAccount]) async throws -> [Figure] {
        Progress.tell("searches")
        var figures = try await SearchMeasurement(accounts: accounts, rounds: min(rounds, fewRounds)).figures()
        Progress.tell("keys while the index of words is made")
        figures += try await IndexMeasurement(accounts: accounts, count: keys).figures()
        return figures
    }

    private func searchedKeyFigures(_ accounts: [BenchAccount]) async throws -> [Figure] {
        Progress.tell("keys of a search while messages arrive")
        return try await SearchedKeyMeasurement(
            accounts: accounts, count: keys, rounds: min(rounds, fewRounds)
        ).figures()
    }

    /// Adds the ratio of the start at the largest size to that at the smallest.
    private func addGrowthOfStart(to report: inout FigureReport, _ accounts: [BenchAccount]) {
        let sizes = accounts.sorted { $0.messages < $1.messages }
        guard let least = sizes.first, let most = sizes.last, sizes.count > 1,
            let small = report.figure(StartMeasurement.processorTime, size: least.size),
            let large = report.figure(StartMeasurement.processorTime, size: most.size)
        else { return }
        report.add([
            Figure(
                name: Self.growthOfStart, size: "\(most.messages) to \(least.messages)", unit: .ratio,
                samples: zip(large.samples, small.samples).map { $0 / $1 })
        ])
    }

    static let growthOfStart = "start: CPU, large to small"

    private func hold(_ report: inout FigureReport) {
        report.hold(Self.growthOfStart, .most, 1.1)
        report.hold(FloodMeasurement.ninetyNinth, .most, 4, of: KeyMeasurement.ninetyNinth, by: "confab")
        report.hold(SearchedKeyMeasurement.ninetyNinth, .most, 4, of: KeyMeasurement.ninetyNinth, by: "confab")
        report.hold(KeyMeasurement.work, .most, 1)
        report.hold(FrameMeasurement.together, .most, 1)
        report.hold(FrameMeasurement.unseen, .most, 0)
        report.hold(FrameMeasurement.rest, .most, 0)
        report.hold(ScrollMeasurement.work, .most, 3)
        report.hold(ScrollMeasurement.growth, .most, 1.25)
        report.hold(ApplyMeasurement.ratio, .most, 6)
        report.hold(ApplyMeasurement.slowest, .most, 8)
        for query in SearchMeasurement.queries {
            report.hold(SearchMeasurement.name(query), .most, SearchMeasurement.most)
            report.hold(SearchMeasurement.name(query, whileApplying: true), .most, SearchMeasurement.most)
        }
        report.hold(IndexMeasurement.time, .most, 90_000)
        report.hold(IndexMeasurement.median, .most, 1.5, of: KeyMeasurement.median, by: "confab")
        report.hold(SearchMeasurement.index, .most, 90_000)
        for name in [FirstLoginMeasurement.list, FirstLoginMeasurement.online] {
            report.hold(name, .most, 1.5, of: FirstLoginMeasurement.answer, by: "confab serve")
        }
    }
}
