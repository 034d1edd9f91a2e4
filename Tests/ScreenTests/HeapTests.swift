import Foundation
import TestSupport
import TestTraits
import Testing

/// Counts the program's memory allocations, with a preloaded library.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct HeapTests {
    /// The limit for the debug build of the tests. A release build makes a seventh of the allocations.
    private static let mostForALetter = 1_100

    @Test func typingALetterAllocatesLittleMemory() async throws {
        let ana = try PersonAtScreen("ana")
        let file = ana.home.path + "/heap"
        let screen = try await ana.beginWithGuide(environment: [
            "LD_PRELOAD": ProgramLocation.beside("libTestHeap.so"), "TEST_HEAP_COUNT": file,
        ])
        try await untilNothingIsAskedFor(file)
        var counts = [try Self.count(file)]
        for letter in "twenty letters typed" {
            let start = screen.cursor.x
            screen.send(String(letter))
            try await screen.waitUntil("the letter \(letter)") { $0.cursor.x == start + 1 }
            counts.append(try Self.count(file))
        }
        // Uses the median, because at slow typing the draft is stored between some of the letters.
        let each = zip(counts.dropFirst(), counts).map { $0 - $1 }.sorted()[10]
        #expect(each > 0)
        #expect(each < Self.mostForALetter, "\(each) for a letter")
    }

    /// The guide may still be typing.
    private func untilNothingIsAskedFor(_ file: String) async throws {
        var count = -1
        while try count != Self.count(file) {
            count = try Self.count(file)
            // Only a wait can show that nothing happens.
            try await Task.sleep(for: .seconds(1))
        }
    }

    private static func count(_ file: String) throws -> Int {
        let bytes = try Data(contentsOf: URL(filePath: file))
        try #require(bytes.count == 8)
        return bytes.withUnsafeBytes { Int($0.loadUnaligned(as: UInt64.self)) }
    }
}
