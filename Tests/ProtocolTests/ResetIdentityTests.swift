import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage
import TestSupport
import Testing

@testable import Engine

/// Tests a new identity that replaces the previous one.
@Suite(.timeLimit(.minutes(5))) struct ResetIdentityTests {
    /// Some servers deliver the change by sync before their response. The device's automatic task then adopts the
    /// identity first.
    @Test func resetSucceedsIfSyncPrecedesTheResponse() async throws {
        try await LyingServer.run { lying in
            let ana = lying.ana
            try await ana.tend()
            let encryption = try #require(ana.encryption)
            let before = await encryption.ownMasterKey()
            // The server demands the password first.
            let demand = lying.proxy.meet(.signingKeys, with: .hold)
            async let reset: Void = encryption.resetIdentity(
                proof: AccountProof(password: Person.password(of: "ana")))
            try await lying.proxy.waitForFaults(by: demand)
            let answer = lying.proxy.meetOnly(.signingKeys, with: .hold)
            try await lying.proxy.waitForFaults(by: answer)
            try await encryption.loadOwnKeys()
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
