import Foundation
import TestSupport
import TestTraits
import Testing

/// Tests a picture, a voice file and 100 MB between ana with Confab and kim with matrix-nio, in both directions.
/// Ana's network is cut twenty times during each transfer.
@Suite(.serialized, .outside, .timeLimit(.minutes(10)), .sandboxed) struct FileJourneyTests {
    /// The limit is far below the size of the files, and above the general memory use of an unoptimized program.
    private static let maxMemory: Int64 = 48 << 20

    @Test(arguments: HomeKind.allCases, [false, true])
    func filesSurviveTwentyDisconnectsInBothDirections(kind: HomeKind, isEncrypted: Bool) async throws {
        let journey = try await FileJourney.begin(at: kind, isEncrypted: isEncrypted)
        let memory = try journey.memory()
        for sample in FileSample.allCases {
            try await journey.sendToKim(sample)
            try await journey.sendToAna(sample)
        }
        for (name, memory) in memory {
            let growth = try memory.growth
            #expect(growth < Self.maxMemory, "\(name) grew by \(growth) bytes")
        }
        #expect(journey.ana.screen.unknownSequences.isEmpty)
    }
}
