import Conversations
import MatrixAPI
import Storage
import TestSeeds
import Testing
import ViewModels

@testable import Engine
@testable import Messenger

/// Tests that a sequence of events gives the same screen however it is split into batches, slices and history pages.
/// Replies, edits, reactions and redactions may arrive before or after their targets.
@Suite(.timeLimit(.minutes(5))) struct OneReadingTests {
    @Test(arguments: Seeds.ofThisRun(20, beside: Array(1...20)))
    func liveAndBackfilledTimelinesShowSameRows(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        var server = WireTimeline()
        var live = try Reader()
        var late = try Reader()
        for number in 0..<Int.random(in: 1...80, using: &random) {
            server.add(event(number, &random))
            try await live.sync(with: server, limit: 1, times: 1)
            guard Int.random(in: 0..<8, using: &random) == 0 else { continue }
            try await late.sync(
                with: server, limit: Int.random(in: 1...6, using: &random), times: Int.random(in: 1...2, using: &random)
            )
            if Bool.random(using: &random) { _ = try await late.fill(from: server, &random) }
        }
        try await late.sync(with: server, limit: 2, times: 1)
        var pages = 0
        while try await late.fill(from: server, &random) {
            pages += 1
            try #require(pages < 1_000, "seed \(seed)")
        }
        let (expected, shown) = (try live.screen(), try late.screen())
        #expect(shown.words == expected.words, "seed \(seed)")
        #expect(shown.rows == expected.rows, "seed \(seed)")
    }

    /// A user's database, and the position up to which the server has sent events.
    private struct Reader {
        private let database: ProfileDatabase
        private var told = 0

        init() throws { database = try ProfileDatabase.inMemory() }

        /// - Parameter times: How often the response arrives.
        mutating func sync(with server: WireTimeline, limit: Int, times: Int) async throws {
            let room = server.sync(after: told, limit: limit)
            told = server.count
            let response = try #require(
                SyncResponse(json: ["next_batch": "s", "rooms": ["join": .object([Story.chatID: room])]]))
            for _ in 0..<times {
                for slice in SyncTranslator(userID: Story.ana).slices(of: response, now: Story.noon) {
                    _ = try await database.sync.apply(slice)
                }
            }
        }

        /// - Returns: Whether there was a gap to fill.
        func fill(from server: WireTimeline, _ random: inout SeededGenerator) async throws -> Bool {
            let window = try database.messages.window(chatID: Story.chatID, endingAtLatest: 5_000)
            guard let gap = window.gaps.randomElement(using: &random) else { return false }
            let page = server.page(before: gap.token, limit: Int.random(in: 1...9, using: &random))
            _ = try await database.messages.fillGap(
                chatID: Story.chatID, gap: gap, with: page.events, nextToken: page.next)
            return true
        }

        func screen() throws -> (words: [String], rows: [ChatRowViewModel.Content]) {
            let rows = try database.rows()
            let chat = try #require(try database.chats.chat(id: Story.chatID))
            let list = [Naming.chat(chat), chat.lastMessage?.body ?? ""]
            return (list + RowWords.lines(rows), rows.map(\.content))
        }
    }

    /// Returns a message, a reply, or a change of an earlier or later message.
    private func event(_ number: Int, _ random: inout SeededGenerator) -> JSONValue {
        let who = [Story.ana, Story.bo, Story.kim].randomElement(using: &random) ?? Story.ana
        let target = JSONValue.string("$e\(Int.random(in: max(0, number - 12)..<(number + 3), using: &random))")
        let text = JSONValue.string("words \(number)")
        switch Int.random(in: 0..<12, using: &random) {
        case 0:
            return Story.event(
                "s\(number)", "m.room.member", by: who, stateKey: who,
                content: ["membership": "join", "displayname": .string("Name \(number)")])
        case 1:
            return Story.event("s\(number)", "m.room.name", by: who, stateKey: "", content: ["name": text])
        case 2:
            // A redacted edit can't be recognized as an edit any more. Edits have separate names, so that they are
            // never redacted.
            let reason: JSONValue = Bool.random(using: &random) ? text : .null
            return Story.event(
                "d\(number)", "m.room.redaction", by: who, content: ["redacts": target, "reason": reason])
        case 3...4:
            return Story.event(
                "c\(number)", by: who,
                content: [
                    "msgtype": "m.text", "body": "* changed", "m.new_content": ["msgtype": "m.text", "body": text],
                    "m.relates_to": ["rel_type": "m.replace", "event_id": target],
                ])
        case 5...6:
            let key: JSONValue = Bool.random(using: &random) ? "👍" : "❤️"
            return Story.event(
                "e\(number)", "m.reaction", by: who,
                content: ["m.relates_to": ["rel_type": "m.annotation", "event_id": target, "key": key]])
        case 7:
            return Story.event(
                "e\(number)", by: who,
                content: [
                    "msgtype": "m.text", "body": text, "m.relates_to": ["m.in_reply_to": ["event_id": target]],
                ])
        default:
            return Story.event("e\(number)", by: who, content: ["msgtype": "m.text", "body": text])
        }
    }
}
