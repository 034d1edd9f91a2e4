import Foundation
import GRDB
import TestSupport

/// The parts of a measurement of the messenger.
enum ClientPart: String, CaseIterable {
    case start, keys, frames, scroll, visits, flood, sync, searches, login, instructions, files
}

/// All measurements of the messenger alone.
struct ClientRun {
    var rounds = 5
    /// The number of rounds for the measurements that hardly vary or take long.
    var fewRounds = 3
    var chats = 1_000
    var messages = [10_000, 1_000_000]
    var scrolled = 100_000
    /// The number of chats that are visited.
    var visited = 200
    var loginChats = 200
    var keys = 200
    var restSeconds = 10
    /// The number of sizes at which frames are counted, from the first.
    var frameSizes = Int.max
    /// The parts that are measured.
    var parts = Set(ClientPart.allCases)
    /// The directory in which filled profiles are kept across runs.
    var keep: String?

    func report() async throws -> FigureReport {
        var report = FigureReport()
        if !parts.subtracting([.login, .instructions, .files]).isEmpty {
            report = try await AccountMaker(chats: chats, directory: keep).withAccounts(of: messages, measure)
        }
        if parts.contains(.login) {
            Progress.report("a first login with \(loginChats) chats")
            report.add(try await FirstLoginMeasurement(chats: loginChats, rounds: rounds).figures())
        }
        if parts.contains(.instructions) { try await countInstructions(&report) }
        if parts.contains(.files) { try await countFiles(&report) }
        hold(&report)
        return report
    }

    private func countInstructions(_ report: inout FigureReport) async throws {
        let missing = CountedProgram.missing
        if missing.isEmpty {
            Progress.report("instructions")
            report.add(try await InstructionMeasurement().figures())
        } else {
            report.leftOut.append("instructions, as \(missing.joined(separator: ", ")) is missing")
        }
    }

    private func countFiles(_ report: inout FigureReport) async throws {
        let missing = CountedProgram.missing + LineTables.missing
        guard missing.isEmpty else {
            report.leftOut.append("files, as \(missing.joined(separator: ", ")) is missing")
            return
        }
        Progress.report("files that run")
        let figures = try await FileMeasurement().figures()
        report.add(figures)
        if figures.isEmpty { report.leftOut.append("files, as \(ProgramLocation.confab) has no line tables") }
    }

    private func measure(_ accounts: [BenchAccount]) async throws -> FigureReport {
        var report = FigureReport()
        let programs = accounts.map(ScreenProgram.confab)
        let few = min(rounds, fewRounds)
        if parts.contains(.start) {
            Progress.report("start")
            report.add(try await StartMeasurement(programs: programs, rounds: rounds).figures())
            addGrowthOfStart(to: &report, accounts)
        }
        // Others are compared with them.
        if !parts.isDisjoint(with: [.keys, .flood, .searches]) {
            Progress.report("keys")
            report.add(try await KeyMeasurement(programs: programs, count: keys, rounds: rounds).figures())
        }
        if parts.contains(.frames) {
            Progress.report("frames")
            report.add(
                try await FrameMeasurement(
                    accounts: Array(accounts.prefix(frameSizes)), rounds: few, restSeconds: restSeconds
                ).figures())
        }
        if parts.contains(.scroll) {
            Progress.report("back through the history")
            report.add(try await ScrollMeasurement(accounts: accounts, rounds: few, most: scrolled).figures())
        }
        if parts.contains(.visits) {
            Progress.report("visits to \(visited) chats")
            report.add(try await VisitMeasurement(accounts: accounts, rounds: few, chats: visited).figures())
        }
        if parts.contains(.flood) {
            Progress.report("keys while messages arrive")
            report.add(try await FloodMeasurement(accounts: accounts, count: keys, rounds: rounds).figures())
        }
        if parts.contains(.sync) {
            Progress.report("a long sync")
            report.add(try await ApplyMeasurement(accounts: accounts, rounds: rounds).figures())
        }
        if parts.contains(.searches) { report.add(try await searchFigures(accounts)) }
        if parts.isSuperset(of: [.flood, .searches]) { report.add(try await searchedKeyFigures(accounts)) }
        return report
    }

    private func searchFigures(_ accounts: [BenchAccount]) async throws -> [Figure] {
        Progress.report("searches")
        var figures = try await SearchMeasurement(accounts: accounts, rounds: min(rounds, fewRounds)).figures()
        Progress.report("keys while the index of words is made")
        figures += try await IndexMeasurement(accounts: accounts, count: keys).figures()
        return figures
    }

    private func searchedKeyFigures(_ accounts: [BenchAccount]) async throws -> [Figure] {
        Progress.report("keys of a search while messages arrive")
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
        report.require(Self.growthOfStart, .most, 1.1)
        report.require(FloodMeasurement.ninetyNinth, .most, 4, of: KeyMeasurement.ninetyNinth, by: "confab")
        report.require(SearchedKeyMeasurement.ninetyNinth, .most, 4, of: KeyMeasurement.ninetyNinth, by: "confab")
        report.require(KeyMeasurement.work, .most, 1)
        report.require(FrameMeasurement.together, .most, 1)
        report.require(FrameMeasurement.unseen, .most, 0)
        report.require(FrameMeasurement.rest, .most, 0)
        report.require(ScrollMeasurement.work, .most, 3)
        report.require(ScrollMeasurement.growth, .most, 1.25)
        report.require(ApplyMeasurement.ratio, .most, 6)
        report.require(ApplyMeasurement.slowest, .most, 8)
        for query in SearchMeasurement.queries {
            report.require(SearchMeasurement.name(query), .most, SearchMeasurement.most)
            report.require(SearchMeasurement.name(query, whileApplying: true), .most, SearchMeasurement.most)
        }
        report.require(IndexMeasurement.time, .most, 90_000)
        report.require(IndexMeasurement.median, .most, 1.5, of: KeyMeasurement.median, by: "confab")
        report.require(SearchMeasurement.index, .most, 90_000)
        report.require(FirstLoginMeasurement.list, .most, 1.5, of: FirstLoginMeasurement.answer, by: "confab serve")
        report.require(FirstLoginMeasurement.online, .most, 2, of: FirstLoginMeasurement.answer, by: "confab serve")
        report.require(FileMeasurement.letter, .most, 85)
        report.require(FileMeasurement.enter, .most, 250)
        report.require(FileMeasurement.line, .most, 250)
    }
}

/// The time from a keystroke until its letter is on screen, during a flood of messages. Half of the messages are in the
/// chat that is on screen.
struct FloodMeasurement {
    static let median = "key, messages arrive: p50"
    static let ninetyNinth = "key, messages arrive: p99"
    static let rate = "messages that arrived meanwhile"

    let accounts: [BenchAccount]
    /// The number of keystrokes in a round.
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
                try await screen.waitFor(ProfileFiller.newestText)
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

/// The time to build the word index of all messages in the background. Meanwhile, the time from a keystroke until its
/// letter is on screen is measured too.
struct IndexMeasurement {
    static let time = "index of words made behind the screen"
    static let median = "key, index is made: p50"
    static let ninetyNinth = "key, index is made: p99"

    let accounts: [BenchAccount]
    /// The number of keystrokes in a batch. Batches are repeated until the index is complete.
    let count: Int

    func figures() async throws -> [Figure] {
        var figures: [Figure] = []
        for account in accounts {
            let path = try account.databasePath + ".search"
            for suffix in ["", "-wal", "-shm", ".suspect"] {
                try? FileManager.default.removeItem(atPath: path + suffix)
            }
            let program = ScreenProgram.confab(account)
            let began = ContinuousClock.now
            let screen = try await program.openToUse()
            var readings: [Double] = []
            repeat { readings += try await KeyTimer(screen: screen, count: count).readings() } while !Self.isWhole(path)
            let time = (ContinuousClock.now - began).milliseconds
            try await program.close(screen)
            let percentiles = Percentiles(readings)
            for (name, value) in [
                (Self.time, time), (Self.median, percentiles.median), (Self.ninetyNinth, percentiles.ninetyNinth),
            ] {
                figures.append(Figure(name: name, size: account.size, unit: .milliseconds, samples: [value]))
            }
        }
        return figures
    }

    private static func isWhole(_ path: String) -> Bool {
        var configuration = Configuration()
        configuration.readonly = true
        guard FileManager.default.fileExists(atPath: path),
            let queue = try? DatabaseQueue(path: path, configuration: configuration),
            let isBegun = try? queue.read({ db in
                try Row.fetchOne(db, sql: "SELECT 1 FROM state WHERE name = 'next'") != nil
            })
        else { return false }
        return !isBegun
    }
}
