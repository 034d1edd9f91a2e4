import Conversations
import Storage
import TestSeeds
import Testing

/// One sequence of events reads the same, wherever an edit, a reaction or a redaction came relative to its target.
@Suite(.timeLimit(.minutes(2))) struct RelationPropertyTests {
    /// Forty that stay and twenty of this run's own; the name of a failed case is its seed.
    private static let seeds = Seeds.ofThisRun(20, beside: Array(1...40))

    @Test(arguments: seeds)
    func whereverARelationComesTheTimelineIsWhatTheRulesSay(seed: UInt64) async throws {
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
        // Each page but the empty one at the beginning brings a gap nearer to its end.
        var pages = 0
        while try await reader.fill(from: server) {
            pages += 1
            try #require(pages < 10_000, "seed \(seed)")
        }

        // Of an edit that was removed before it came nobody can tell that it was one: it stands there as a removed message.
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

    /// Reading page by page gives what reading at once does.
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

    /// Something said, an answer, or a change of any event there is, will be or never is; valid or not.
    private func event(after sent: [Message], _ random: inout SeededGenerator) -> Message {
        let number = sent.count
        let name = "m\(number)"
        let sender = ["@ana:x", "@bo:x"].randomElement(using: &random) ?? ""
        let target = "$m\(Int.random(in: max(0, number - 12)..<(number + 4), using: &random))"
        // Few moments, so that some fall together.
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
            // Breaks the rules for what it is.
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

    /// A message that came before, or one that never comes.
    private func repliable(among sent: [Message], _ random: inout SeededGenerator) -> String {
        sent.suffix(9).filter { $0.kind != .relation }.randomElement(using: &random)?.eventID ?? "$none"
    }
}
