import Foundation
import TestSeeds
import TestSupport
import Testing

extension NothingLost {
    /// `CONFAB_KILLS` says how many kills there are, `CONFAB_SEED` which run is to be had again.
    @Suite(.serialized, .timeLimit(.minutes(60))) struct RandomKillTests {
        @Test func killsOfEitherSideLoseAndDoubleNothing() async throws {
            let environment = ProcessInfo.processInfo.environment
            let kills = environment["CONFAB_KILLS"].flatMap { Int($0) } ?? 20
            let seed = Seeds.ofThisRun()
            let began = ContinuousClock.now
            var killer = Killer(conversation: try await Conversation(), seed: seed)
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
            print("\(kills) kills and \(killer.accepted.count) lines in \(ContinuousClock.now - began)")
        }
    }
}
