import Foundation
import TestSeeds
import TestSupport
import Testing

extension NothingLost {
    /// `CONFAB_KILLS` says how many kills there are, `CONFAB_SEED` which run is to be had again.
    @Suite(.serialized, .timeLimit(.minutes(60))) struct RandomKillTests {
        @Test func killsOfAnySideLoseAndDoubleNothing() async throws {
            let environment = ProcessInfo.processInfo.environment
            let kills = environment["CONFAB_KILLS"].flatMap { Int($0) } ?? 20
            let seed = Seeds.ofThisRun()
            let began = ContinuousClock.now
            var killer = try await Killer(conversation: try await Conversation(), seed: seed)
            for kill in 1...kills {
                do {
                    try await killer.round()
                    if kill.isMultiple(of: 25) { try await killer.expectNothingLost() }
                } catch {
                    Issue.record("kill \(kill) of CONFAB_SEED=\(seed): \(error)")
                    throw error
                }
            }
            try await killer.expectNothingLost()
            let counts = KillPhase.allCases.map { "\($0.rawValue) \(killer.phases[$0] ?? 0)" }
            print("\(kills) kills, \(killer.lineCount) lines, \(killer.edits.count) of them changed:")
            print("\(counts.joined(separator: ", ")), in \(ContinuousClock.now - began)")
            // Few kills may miss what lasts a millisecond.
            guard kills >= 500 else { return }
            // By the stream the echo mostly comes before the answer.
            for phase in KillPhase.allCases where phase != .programBeforeItKeptTheEcho {
                #expect(killer.phases[phase] ?? 0 > 0, "no kill came \(phase), CONFAB_SEED=\(seed)")
            }
        }
    }
}
