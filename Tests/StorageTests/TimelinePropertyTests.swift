import Conversations
import Storage
import TestSeeds
import Testing

@Suite(.timeLimit(.minutes(5))) struct TimelinePropertyTests {
    /// Forty-one fixed seeds and ten new ones each run. The name of a failed case is its seed.
    private static let seeds = Seeds.ofThisRun(10, beside: Array(1...40) + [17_688_368_253_332_238_907])

    @Test(arguments: seeds)
    func timelineMatchesTheServerForAnyBatchesAndSlices(seed: UInt64) async throws {
        try await walk(seed: seed, isJumping: false)
    }

    @Test(arguments: seeds)
    func jumpingBackGivesTheSameTimeline(seed: UInt64) async throws {
        try await walk(seed: seed, isJumping: true)
    }

    private func walk(seed: UInt64, isJumping: Bool) async throws {
        var random = SeededGenerator(seed: seed)
        let database = try ProfileDatabase.inMemory()
        var server = TimelineServer()
        var reader = TimelineReader(database: database, random: SeededGenerator(seed: seed &+ 1))
        var lines = 0
        for _ in 0..<40 {
            switch Int.random(in: 0..<(isJumping ? 7 : 6), using: &random) {
            case 0...1:
                for _ in 0..<Int.random(in: 1...8, using: &random) { server.say() }
            case 2:
                try await send(line: "t\(lines)", to: &server, database, &random)
                lines += 1
            case 3:
                if let index = server.messages.indices.randomElement(using: &random) { server.remove(at: index) }
            case 4:
                try await reader.sync(with: server, mayEnd: true)
            case 6:
                _ = try await reader.jump(in: server)
            default:
                _ = try await reader.fill(from: server)
            }
        }
        try await reader.sync(with: server, mayEnd: false)
        try await reader.fillAll(from: server)

        let expected = server.messages.filter { $0.kind != .relation }.map { $0.isRemoved ? "-" : $0.body }.joined(
            separator: " ")
        #expect(try database.timeline() == expected, "seed \(seed)")
        #expect(try database.outbox.all().isEmpty, "seed \(seed)")
        let said = server.messages.last { $0.kind == .text && !$0.isRemoved }
        #expect(try database.chats.chat(id: Story.chatID)?.lastMessage == said, "seed \(seed)")
    }

    /// With several gaps, the timestamps decide which gap a message lies in. If clocks are wrong, it may go into
    /// another.
    @Test(arguments: seeds)
    func wrongClocksLoseOrDuplicateNoMessage(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let database = try ProfileDatabase.inMemory()
        var server = TimelineServer()
        var reader = TimelineReader(database: database, random: SeededGenerator(seed: seed &+ 1))
        var jumps = 0
        for _ in 0..<40 {
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                for _ in 0..<Int.random(in: 1...8, using: &random) {
                    server.say(at: Int64.random(in: 0...100, using: &random))
                }
            case 1: try await reader.sync(with: server, mayEnd: true)
            case 2: if try await reader.jump(in: server) { jumps += 1 }
            default: _ = try await reader.fill(from: server)
            }
        }
        try await reader.sync(with: server, mayEnd: false)
        try await reader.fillAll(from: server)
        let words = try database.timeline().split(separator: " ").map(String.init)
        #expect(words.sorted() == server.messages.map(\.body).sorted(), "seed \(seed)")
    }

    /// Sends a line whose answer is lost, or arrives before or after its echo.
    private func send(
        line id: String, to server: inout TimelineServer, _ database: ProfileDatabase, _ random: inout SeededGenerator
    ) async throws {
        try await database.outbox.accept(Story.outboxLine(id))
        let isLost = random.chance(in: 2)
        server.say(transactionID: isLost || random.chance(in: 2) ? id : nil)
        guard !isLost, let event = server.messages.last else { return }
        try await database.outbox.setState(id: id, .sent(eventID: event.eventID))
    }
}
