import Foundation
import Glibc
import MatrixAPI
import TestSeeds
import TestSupport
import TestTraits
import Testing

/// Tests many lines, and programs that end in the middle of sending. Everything reaches matrix-nio once, in order
/// and decryptable.
@Suite(.serialized, .outside, .timeLimit(.minutes(30)), .sandboxed) struct SealedOrderTests {
    /// `CONFAB_LINES` sets the number of lines of each side, in multiples of fifty.
    @Test(arguments: HomeKind.allCases)
    func manyEncryptedLinesAreReadInOrder(kind: HomeKind) async throws {
        let count = ProcessInfo.processInfo.environment["CONFAB_LINES"].flatMap { Int($0) } ?? 150
        let chat = try await SealedChat.begin(at: kind, height: 70)
        let (ana, kim, room) = (chat.ana, chat.kim, chat.roomID)
        var said: [String] = []
        for start in stride(from: 1, through: count, by: 50) {
            let (anas, kims) = (Self.lines("n", from: start), Self.lines("k", from: start))
            for line in anas {
                ana.screen.send(line)
                ana.screen.send(.enter)
            }
            said += anas
            try await kim.waitToRead(said, in: room)
            try await kim.say(kims, in: room)
            said += kims
            try await ana.screen.waitUntil("\(kims)") { $0.numberedLines.suffix(50) == kims[...] }
        }
        try await kim.waitToRead(said, in: room)
        let events = try await ana.events(of: room, at: chat.home)
        #expect(events.count { $0.type == "m.room.encrypted" } == 2 * count)
        #expect(!events.contains { $0.type == "m.room.message" })
        // No session has more than a hundred lines.
        let sessions = Dictionary(grouping: events.compactMap { $0.content["session_id"]?.string }) { $0 }
        #expect(sessions.allSatisfy { $0.value.count <= 100 })
        #expect(sessions.count >= count / 50)
    }

    /// `CONFAB_KILLS` sets the number of kills, and `CONFAB_SEED` repeats a run.
    @Test(arguments: HomeKind.allCases)
    func killsDuringSendingLoseAndDuplicateNothing(kind: HomeKind) async throws {
        let kills = ProcessInfo.processInfo.environment["CONFAB_KILLS"].flatMap { Int($0) } ?? 10
        let seed = Seeds.ofThisRun()
        var random = SeededGenerator(seed: seed)
        let chat = try await SealedChat.begin(at: kind, height: 70)
        let (ana, kim, room) = (chat.ana, chat.kim, chat.roomID)
        try await kim.waitToKnowDevices(of: ana)
        var (shown, typed, kims): ([String], [String], [String]) = ([], [], [])
        for kill in 1...kills {
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                typed.append(Self.line("n", typed.count + 1))
                ana.screen.send(typed[typed.count - 1])
                ana.screen.send(.enter)
            }
            if Bool.random(using: &random) {
                kims.append(Self.line("k", kims.count + 1))
                try await kim.say(kims[kims.count - 1], in: room)
            }
            // Kim's program is killed as well. It knows only the events that it receives from then on.
            if kill.isMultiple(of: 5) { try await kim.restart(by: SIGKILL) }
            try await Task.sleep(for: .milliseconds(Int.random(in: 0...150, using: &random)))
            ana.screen.terminate(SIGKILL)
            _ = try await ana.screen.waitForExit()
            if !ana.screen.screen.isInFrame { shown += ana.screen.screen.numberedLines.filter { !shown.contains($0) } }
            try ana.open(height: 70)
            try await ana.screen.waitFor(" online")
            ana.screen.send(.control("u"))
            try await ana.screen.waitFor("write a message")
        }
        try await ana.say("the end")
        try await kim.waitToRead("the end", in: room)
        let heard = try await kim.history(of: room)
        let all = heard.lines.map(\.text).dropLast()
        let lines = heard.lines.filter { $0.sender != kim.userID }.map(\.text).dropLast()
        #expect(heard.sealedCount == 0, "CONFAB_SEED=\(seed)")
        #expect(lines == lines.sorted()[...], "CONFAB_SEED=\(seed)")
        #expect(Set(lines).count == lines.count, "CONFAB_SEED=\(seed)")
        #expect(Set(lines).isSubset(of: typed), "CONFAB_SEED=\(seed)")
        #expect(heard.lines.filter { $0.sender == kim.userID }.map(\.text) == kims, "CONFAB_SEED=\(seed)")
        #expect(Set(shown).subtracting(all).isEmpty, "shown and not sent, CONFAB_SEED=\(seed)")
        try await ana.screen.waitFor("the end", endingIn: "sent")
        let screen = ana.screen.screen.numberedLines
        #expect(screen.suffix(40) == all.suffix(40), "CONFAB_SEED=\(seed)")
        #expect(!ana.screen.screen.contains("Encrypted:"), "CONFAB_SEED=\(seed)")
        print("\(kills) kills on \(kind), \(lines.count) of \(typed.count) lines were accepted, \(kims.count) of Kim's")
    }

    private static func lines(_ sign: String, from first: Int) -> [String] {
        (first..<first + 50).map { line(sign, $0) }
    }

    private static func line(_ sign: String, _ number: Int) -> String {
        let digits = String(number)
        return sign + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
