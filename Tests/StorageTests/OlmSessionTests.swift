import Foundation
import Storage
import Testing

/// Tests the Olm sessions that were established with a device.
@Suite(.timeLimit(.minutes(5))) struct OlmSessionTests {
    @Test func lastUsedOlmSessionComesFirstDespiteClockChanges() async throws {
        let database = try ProfileDatabase.inMemory()
        let names = try await database.encryption.write { tables in
            for number in 1...10 {
                try tables.setOlmSession(
                    peerKey: "peer", sessionID: "\(number)", state: Data(), usedAt: 1_000 - Int64(number))
            }
            try tables.setOlmSession(peerKey: "peer", sessionID: "5", state: Data(), usedAt: 3)
            // The session state advances, but no message was received through it.
            try tables.setOlmSession(peerKey: "peer", sessionID: "7", state: Data(), usedAt: nil)
            return try tables.olmSessions(peerKey: "peer").map(\.sessionID)
        }
        #expect(names == ["5", "10", "9", "8", "7", "6", "4", "3"])
    }
}
