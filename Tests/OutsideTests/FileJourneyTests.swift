import Foundation
import TestSupport
import TestTraits
import Testing

/// A picture, a voice file and 100 MB between Ana at Confab and Kim at matrix-nio, there and back, while Ana's network is cut twenty
/// times in the middle of each.
@Suite(.serialized, .outside, .timeLimit(.minutes(10)), .sandboxed) struct FileJourneyTests {
    /// Far below what is carried, and above what a program that is not optimized takes for anything.
    private static let mostMemory: Int64 = 48 << 20

    @Test(arguments: HomeKind.allCases, [false, true])
    func filesArriveByteForByteThroughTwentyCutsThereAndBack(kind: HomeKind, isEncrypted: Bool) async throws {
        let journey = try await FileJourney.begin(at: kind, isEncrypted: isEncrypted)
        let memory = try journey.memory()
        for sample in FileSample.allCases {
            try await journey.sendToKim(sample)
            try await journey.sendToAna(sample)
        }
        for (name, memory) in memory {
            let growth = try memory.growth
            #expect(growth < Self.mostMemory, "\(name) grew by \(growth) bytes")
        }
        #expect(journey.ana.screen.unknownSequences.isEmpty)
    }
}
