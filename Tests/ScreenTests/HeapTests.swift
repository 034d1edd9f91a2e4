import Foundation
import TestSupport
import TestTraits
import Testing

/// How often the program asks for memory, counted by a library that is loaded into it.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct HeapTests {
    /// As the tests are built; the program that people start asks for a seventh of it.
    private static let mostForALetter = 1_100

    @Test func aLetterAsksForLittleMemory() async throws {
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
        // Of those in the middle: where letters come slowly, the draft is kept between some of them.
        let each = zip(counts.dropFirst(), counts).map { $0 - $1 }.sorted()[10]
        #expect(each > 0)
        #expect(each < Self.mostForALetter, "\(each) for a letter")
    }

    /// The guide may still be saying something.
    private func untilNothingIsAskedFor(_ file: String) async throws {
        var count = -1
        while try count != Self.count(file) {
            count = try Self.count(file)
            // That nothing happens is seen in no other way than by waiting for it.
            try await Task.sleep(for: .seconds(1))
        }
    }

    private static func count(_ file: String) throws -> Int {
        let bytes = try Data(contentsOf: URL(filePath: file))
        try #require(bytes.count == 8)
        return bytes.withUnsafeBytes { Int($0.loadUnaligned(as: UInt64.self)) }
    }
}
