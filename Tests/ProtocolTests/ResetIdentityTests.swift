import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage
import TestSupport
import Testing

@testable import Messenger

/// A new identity in place of the one that was there.
@Suite(.timeLimit(.minutes(5))) struct ResetIdentityTests {
    /// As on servers that tell of it before they answer: what this device does by itself takes the identity over first.
    @Test func itSucceedsWhereASyncTellsOfItBeforeTheAnswer() async throws {
        try await LyingServer.run { lying in
            let ana = lying.ana
            try await ana.tend()
            let encryption = try #require(ana.encryption)
            let before = await encryption.ownMasterKey()
            // The server wants the password first.
            let demand = lying.proxy.meet(.signingKeys, with: .hold)
            async let reset: Void = encryption.resetIdentity(
                proof: AccountProof(password: Person.password(of: "ana")))
            try await lying.proxy.waitForFaults(by: demand)
            let answer = lying.proxy.meetOnly(.signingKeys, with: .hold)
            try await lying.proxy.waitForFaults(by: answer)
            try await encryption.lookAtOwnKeys()
            async let tending: Void = encryption.tend()
            while await encryption.ownMasterKey() == before { await Task.yield() }
            lying.proxy.mend()
            try await reset
            await tending
            #expect(await ana.identity() == .confirmed(hasSecrets: true))
            let after = await encryption.ownMasterKey()
            #expect(after != nil && after != before)
        }
    }
}
