import Conversations
import GRDB
import TestSeeds
import Testing

@testable import Storage

/// Tests that this device's database returns values unchanged, or refuses them.
@Suite(.timeLimit(.minutes(5))) struct EqualityTests {
    /// Forty fixed seeds and ten new ones each run. The name of a failed case is its seed.
    private static let seeds = Seeds.ofThisRun(10, beside: Array(1...40))

    @Test(arguments: seeds)
    func databaseComparesByBytesWithoutTruncation(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        try DatabaseQueue().write { db in
            for _ in 0..<200 {
                let (one, other) = (text(&random), text(&random))
                let sql = "SELECT ? = ?"
                guard !one.utf8.contains(0), !other.utf8.contains(0) else {
                    #expect(throws: StorageError.self, "seed \(seed)") {
                        try db.value(sql, [one, other], as: Bool.self)
                    }
                    continue
                }
                let isOne = try db.value(sql, [one, other], as: Bool.self)
                #expect(isOne == one.utf8.elementsEqual(other.utf8), "seed \(seed): \(one.debugDescription)")
                let back = try db.value("SELECT ?", [one], as: String.self)
                #expect(back?.utf8.elementsEqual(one.utf8) == true, "seed \(seed): \(one.debugDescription)")
            }
        }
    }

    @Test(arguments: seeds)
    func messageBodiesAreStoredCompletely(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let database = try ProfileDatabase.inMemory()
        let bodies = (0..<20).map { _ in text(&random) + "end" }
        let messages = bodies.enumerated().map { index, body in
            Message(
                eventID: "$\(index)", sender: "@bo:x", timestamp: Int64(index), kind: .text, body: body, detail: nil,
                isRemoved: false, transactionID: nil, source: "{}")
        }
        _ = try await database.sync.apply(Story.slice(messages))
        let window = try database.messages.window(chatID: Story.chatID, startingAtOldest: 50)
        let kept = window.messages.map(\.message.body)
        #expect(kept.count == bodies.count)
        for (kept, body) in zip(kept, bodies) {
            // The replacement character that the screen shows for U+0000.
            let expected = body.unicodeScalars.map { $0 == "\0" ? "\u{2400}" : $0 }
            #expect(kept.unicodeScalars.elementsEqual(expected), "seed \(seed): \(body.debugDescription)")
        }
    }

    @Test func identifierListIsReadAsWritten() throws {
        let all = [
            "$a:x", "", "c\\d", "a\"b\\c", "\u{1}\u{1F}\n\t", "\u{7F}\u{2028}\u{1F600}", "e\u{301}", "\u{e9}",
            "[\",\"]",
        ]
        let read = try DatabaseQueue().read { db in
            try db.all("SELECT value FROM json_each(?)", [IdentifierList(all)], as: String.self)
        }
        #expect(read.count == all.count)
        for (one, other) in zip(read, all) { #expect(one.utf8.elementsEqual(other.utf8), "\(other.debugDescription)") }
    }

    private func text(_ random: inout SeededGenerator) -> String {
        let pieces = ["\0", "e\u{301}", "\u{e9}", "K", "\u{212A}", "a", "\u{FFFD}", "\u{10FFFF}", "\u{301}"]
        return (0..<Int.random(in: 1...3, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
            .joined()
    }
}
