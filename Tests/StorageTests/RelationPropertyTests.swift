import Conversations
import Storage
import TestSeeds
import Testing

/// Tests that a sequence of events reads the same, no matter when an edit, a reaction or a redaction arrives
/// relative to its target.
@Suite(.timeLimit(.minutes(5))) struct RelationPropertyTests {
    /// Forty fixed seeds and twenty new ones each run. The name of a failed case is its seed.
    private static let seeds = Seeds.ofThisRun(20, beside: Array(1...40))

    @Test(arguments: seeds)
    func relationsInAnyOrderGiveTheSameTimeline(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let database = try ProfileDatabase.inMemory()
        var server = TimelineServer()
        var reader = TimelineReader(database: database, random: SeededGenerator(seed: seed &+ 1))
        for _ in 0..<50 {
            switch Int.random(in: 0..<4, using: &random) {
            case 0...1:
                for _ in 0..<Int.random(in: 1...6, using: &random) {
                    server.add(event(after: server.sent, &random))
                }
            case 2: try await reader.sync(with: server, mayEnd: true)
            default: _ = try await reader.fill(from: server)
            }
        }
        try await reader.sync(with: server, mayEnd: false)
        // Each page except the empty one at the beginning makes a gap smaller.
        var pages = 0
        while try await reader.fill(from: server) {
            pages += 1
            try #require(pages < 10_000, "seed \(seed)")
        }

        // An edit that was redacted before it arrived can't be recognized as an edit. It appears as a removed
        // message.
        let edits = Set(server.sent.filter { if case .edit = $0.relation { true } else { false } }.map(\.eventID))
        let window = try database.messages.window(chatID: Story.chatID, endingAtLatest: 10_000)
        let shown = window.messages.map(\.message).filter { !edits.contains($0.eventID) }
        let expected = PlainTimeline(events: server.sent).messages
        #expect(shown == expected, "seed \(seed)")
        let chat = try database.chats.chat(id: Story.chatID)
        let said = expected.last { !$0.isRemoved && [.text, .emote, .notice, .picture, .encrypted].contains($0.kind) }
        #expect(chat?.lastMessage?.eventID == said?.eventID, "seed \(seed)")
        #expect(chat?.lastMessage?.body == said?.body, "seed \(seed)")
        try expectWindowsToJoin(database, window, &random, seed)
    }

    /// Expects that reading page by page returns the same as reading everything at once.
    private func expectWindowsToJoin(
        _ database: ProfileDatabase, _ whole: MessageWindow, _ random: inout SeededGenerator, _ seed: UInt64
    ) throws {
        var pages = try database.messages.window(chatID: Story.chatID, endingAtLatest: 3).messages
        while let first = pages.first?.position {
            let limit = Int.random(in: 1...5, using: &random)
            let page = try database.messages.window(chatID: Story.chatID, before: first, limit: limit)
            pages = page.messages + pages
            #expect(page.messages.isEmpty || page.hasNewer, "seed \(seed)")
            if !page.hasOlder { break }
        }
        #expect(pages == whole.messages, "seed \(seed)")
    }

    /// Returns a message, a reply, or a change of any event, which may be past, future or nonexistent. The event may
    /// be invalid.
    private func event(after sent: [Message], _ random: inout SeededGenerator) -> Message {
        let number = sent.count
        let name = "m\(number)"
        let sender = ["@ana:x", "@bo:x"].randomElement(using: &random) ?? ""
        let target = "$m\(Int.random(in: max(0, number - 12)..<(number + 4), using: &random))"
        // The range is small, so that some times are equal.
        let time = Int64.random(in: 0..<40, using: &random)
        switch Int.random(in: 0..<10, using: &random) {
        case 0...1:
            let content = EditedContent(
                kind: [.text, .emote, .picture].randomElement(using: &random) ?? .text, body: "edit \(number)",
                formattedBody: random.chance(in: 2) ? "<b>\(number)</b>" : nil)
            return Story.relation(name, .edit(of: target, content), by: sender, at: time)
        case 2...3:
            let key = ["+1", "❤️"].randomElement(using: &random) ?? ""
            return Story.relation(name, .reaction(to: target, key: key), by: sender, at: time)
        case 4:
            let reason = random.chance(in: 2) ? "reason \(number)" : nil
            return Story.relation(name, .redaction(of: target, reason: reason), by: sender, at: time)
        case 5:
            // Violates the rules of its type.
            return Story.relation(name, nil, by: sender, at: time)
        default:
            let kinds: [Message.Kind] = [.text, .text, .notice, .picture, .encrypted, .chatName]
            let kind = kinds.randomElement(using: &random) ?? .text
            return Message(
                eventID: "$" + name, sender: sender, timestamp: time, kind: kind, body: name,
                formattedBody: random.chance(in: 2) ? "<i>\(name)</i>" : nil, detail: nil, isRemoved: false,
                replyTo: random.chance(in: 3) ? repliable(among: sent, &random) : nil, transactionID: nil,
                source: #"{"body":"\#(name)"}"#)
        }
    }

    /// Returns an earlier message, or one that never arrives.
    private func repliable(among sent: [Message], _ random: inout SeededGenerator) -> String {
        sent.suffix(9).filter { $0.kind != .relation }.randomElement(using: &random)?.eventID ?? "$none"
    }
}
