import Foundation
import TestSeeds
import TestSupport
import Testing

extension NothingLost {
    /// Kills processes at random moments. `CONFAB_KILLS` sets the number of kills, of which encrypted chats get a
    /// tenth. `CONFAB_SEED` repeats a run.
    @Suite(.serialized, .timeLimit(.minutes(60))) struct RandomKillTests {
        @Test func randomKillsLoseAndDuplicateNothing() async throws {
            let (killer, kills, seed) = try await kill(20, in: try await Conversation())
            // A small number of kills may miss a phase that lasts a millisecond.
            guard kills >= 500 else { return }
            // With the stream, the echo mostly arrives before the response.
            for phase in KillPhase.allCases where phase != .programBeforeItKeptTheEcho {
                #expect(killer.phases[phase] ?? 0 > 0, "no kill came \(phase), CONFAB_SEED=\(seed)")
            }
        }

        @Test func randomKillsInEncryptedChatLoseOrLeakNothing() async throws {
            _ = try await kill(10, oneIn: 10, in: try await Conversation(isEncrypted: true))
        }

        /// - Parameters:
        ///   - usual: The number of kills without a setting.
        ///   - share: The divisor of the number that the setting gives.
        private func kill(
            _ usual: Int, oneIn share: Int = 1, in conversation: Conversation
        ) async throws -> (killer: Killer, kills: Int, seed: UInt64) {
            let environment = ProcessInfo.processInfo.environment
            let kills = environment["CONFAB_KILLS"].flatMap { Int($0) }.map { max($0 / share, 1) } ?? usual
            let seed = Seeds.ofThisRun()
            let began = ContinuousClock.now
            var killer = try await Killer(conversation: conversation, seed: seed)
            for kill in 1...kills {
                do {
                    try await killer.round()
                    if kill.isMultiple(of: 25) { try await killer.expectNothingLost() }
                } catch {
                    Issue.record("kill \(kill) of CONFAB_SEED=\(seed): \(error)")
                    await conversation.tellWhereAllStand()
                    throw error
                }
            }
            try await killer.expectNothingLost()
            let counts = KillPhase.allCases.map { "\($0.rawValue) \(killer.phases[$0] ?? 0)" }
            print("\(kills) kills, \(killer.lineCount) lines, \(killer.edits.count) of them changed:")
            print("\(counts.joined(separator: ", ")), in \(ContinuousClock.now - began)")
            return (killer, kills, seed)
        }
    }
}
