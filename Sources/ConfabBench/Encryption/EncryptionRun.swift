import Foundation
import MatrixCrypto
import TestSupport

/// A line in an encrypted chat of many people, at ``confab serve`` and, if it is installed, at Synapse.
struct EncryptionRun {
    var rounds = 5
    /// The number of people, with two devices each.
    var people = 500
    /// The number of keystrokes in a round.
    var keys = 200

    func report() async throws -> FigureReport {
        let people = try KeyedPeople(count: people, keys: 2)
        var servers = [try await MeasuredServer.confab(fill: people.fill)]
        var report = FigureReport()
        do {
            if let synapse = try await MeasuredServer.synapse() {
                servers.append(synapse)
                Progress.report("\(people.people.count) people for synapse")
                try await people.register(at: synapse)
            } else {
                report.leftOut.append("synapse, as CONFAB_OUTSIDE names no environment; .ci/outside makes one")
            }
            for server in servers { try await measure(people, at: server, &report) }
        } catch {
            // The first error is the one that is reported.
            for server in servers { try? await server.stop() }
            throw error
        }
        for server in servers { try await server.stop() }
        hold(&report)
        return report
    }

    private func measure(_ people: KeyedPeople, at server: MeasuredServer, _ report: inout FigureReport) async throws {
        Progress.report("a chat of \(people.people.count) people at \(server.address), \(server.program)")
        let chats = try await KeyedChats.make(people, at: server)
        let bare = try BareClient(chats)
        let view = try await KeyedChatScreen.open(chats)
        let ear = try await LongPollListener.open(chats)
        let lines = LineMeasurement(chats: chats, bare: bare, ear: ear, view: view)
        let keys = SealedKeyMeasurement(chats: chats, ear: ear, view: view, count: keys)
        report.add(round: try await lines.firstLine())
        for round in 1...rounds {
            Progress.report("lines and keys, round \(round) of \(rounds)")
            report.add(round: try await lines.figures(isBareFirst: round.isMultiple(of: 2)))
            report.add(round: try await keys.figures())
        }
        try await ear.end()
        try await view.quit()
    }

    private func hold(_ report: inout FigureReport) {
        report.require(LineMeasurement.typedToCrowdedKeys, .most, 1.1)
        // A line that comes at once with its Enter is sent when the keys are there, and is then delivered separately.
        report.require(LineMeasurement.newToBareKeys, .most, 1.1)
        report.require(LineMeasurement.newToCrowdedKeys, .most, 1.1)
        // Figures with overlapping ranges count as equally fast.
        let (clear, sealed, sending) = (
            SealedKeyMeasurement.Scenario.clear, SealedKeyMeasurement.Scenario.sealed,
            SealedKeyMeasurement.Scenario.sending
        )
        report.require(sealed.median, .most, 1.25, of: clear.median, by: "confab")
        report.require(sealed.ninetyNinth, .most, 1.5, of: clear.ninetyNinth, by: "confab")
        report.require(sending.ninetyNinth, .most, 4, of: clear.ninetyNinth, by: "confab")
    }
}

/// The time from a keystroke until its letter is on screen in an encrypted chat: at rest, while a line with a new key
/// is sent, and beside an unencrypted chat.
struct SealedKeyMeasurement {
    enum Scenario: String, CaseIterable {
        case clear = "key, chat in clear"
        case sealed = "key, encrypted chat"
        case sending = "key, line goes out"

        var median: String { rawValue + ": p50" }
        var ninetyNinth: String { rawValue + ": p99" }
    }

    let chats: KeyedChats
    let ear: LongPollListener
    let view: KeyedChatScreen
    /// The number of keystrokes in a round.
    let count: Int

    /// Runs a round, which ends in the encrypted chat.
    func figures() async throws -> [Figure] {
        try await view.show(KeyedChats.clearName)
        let clear = try await KeyTimer(screen: view.screen, count: count).readings()
        try await view.show(KeyedChats.sealedName)
        // The first letter triggers sharing the next line's key, which would disturb the measurement.
        try await view.type("a")
        view.screen.send(.control("u"))
        try await view.screen.waitForRest()
        let sealed = try await KeyTimer(screen: view.screen, count: count).readings()
        return figures(.clear, clear) + figures(.sealed, sealed) + figures(.sending, try await whileLinesGoOut())
    }

    /// Sends lines until the keys are timed, but no more than a few.
    private func whileLinesGoOut() async throws -> [Double] {
        var readings: [Double] = []
        for _ in 0..<5 where readings.count < count {
            let line = "typed on meanwhile \(UUID().uuidString.prefix(8))"
            ear.listen(for: ExportedRoomKey.algorithm)
            view.screen.send(line + "\r")
            try await view.screen.waitUntil("an empty line") { $0.contains(line) && !$0.contains("▏\(line)") }
            while !ear.hasHeard {
                let some = try await KeyTimer(screen: view.screen, count: 20).readings()
                // The last of them may have been timed after the line was delivered.
                if !ear.hasHeard { readings += some }
            }
            try await view.screen.waitForRest()
        }
        return readings
    }

    private func figures(_ place: Scenario, _ readings: [Double]) -> [Figure] {
        guard !readings.isEmpty else { return [] }
        let percentiles = Percentiles(readings)
        return [(place.median, percentiles.median), (place.ninetyNinth, percentiles.ninetyNinth)].map { name, value in
            Figure(name: name, size: chats.size, unit: .milliseconds, samples: [value])
        }
    }
}
