import Conversations
import MatrixAPI
import Storage
import TestSeeds
import Testing

@testable import Engine
@testable import Messenger

/// Tests that a chat reads the same however its events are split into syncs, and whichever arrive twice.
@Suite(.timeLimit(.minutes(5))) struct SyncCutsTests {
    private let translator = SyncTranslator(userID: Story.ana)

    @Test(arguments: Seeds.ofThisRun(12))
    func batchingOfEventsDoesNotChangeRows(seed: UInt64) async throws {
        var chance = SeededGenerator(seed: seed)
        let events = story(of: Int.random(in: 1...60, using: &chance), &chance)
        let whole = try await rows(of: [events[...]], repeating: { false })
        var batches: [ArraySlice<JSONValue>] = []
        var rest = events[...]
        while !rest.isEmpty {
            let batch = rest.prefix(Int.random(in: 1...9, using: &chance))
            batches.append(batch)
            rest = rest.dropFirst(batch.count)
        }
        let cut = try await rows(of: batches, repeating: { Int.random(in: 0..<3, using: &chance) == 0 })
        #expect(cut == whole, "seed \(seed)")
    }

    @Test func longAndShortSyncsGiveSameRows() async throws {
        let events = (0..<1_203).map {
            Story.event("e\($0)", content: ["msgtype": "m.text", "body": .string("\($0)")])
        }
        let short = stride(from: 0, to: events.count, by: 50).map { events[$0..<min($0 + 50, events.count)] }
        let long = try await rows(of: [events[...]], repeating: { false })
        let cut = try await rows(of: short, repeating: { false })
        #expect(long == cut)
    }

    /// Returns events in which ana, bo and kim talk, change their names, edit and redact.
    private func story(of count: Int, _ chance: inout SeededGenerator) -> [JSONValue] {
        let people = [Story.ana, Story.bo, Story.kim]
        return (0..<count).map { number in
            let who = people[Int.random(in: 0..<people.count, using: &chance)]
            switch Int.random(in: 0..<10, using: &chance) {
            case 0:
                let name = JSONValue.string("Name \(number)")
                return Story.event(
                    "e\(number)", "m.room.member", by: who, stateKey: who,
                    content: ["membership": "join", "displayname": name])
            case 1 where number > 0:
                let removed = JSONValue.string("$e\(Int.random(in: 0..<number, using: &chance))")
                return Story.event("e\(number)", "m.room.redaction", by: who, content: ["redacts": removed])
            case 2:
                return Story.event(
                    "e\(number)", "m.room.name", by: who, stateKey: "", content: ["name": .string("Tea \(number)")])
            case 3 where number > 0:
                return edit(number, of: Int.random(in: 0..<number, using: &chance), by: who)
            default:
                let body = JSONValue.string("line \(number)")
                return Story.event("e\(number)", by: who, content: ["msgtype": "m.text", "body": body])
            }
        }
    }

    private func edit(_ number: Int, of target: Int, by who: String) -> JSONValue {
        Story.event(
            "e\(number)", by: who,
            content: [
                "msgtype": "m.text", "body": .string("* edit \(number)"),
                "m.new_content": ["msgtype": "m.text", "body": .string("edit \(number)")],
                "m.relates_to": ["rel_type": "m.replace", "event_id": .string("$e\(target)")],
            ])
    }

    /// Returns the rows after these batches, some of which are repeated at once.
    private func rows(of batches: [ArraySlice<JSONValue>], repeating: () -> Bool) async throws -> [String] {
        let database = try ProfileDatabase.inMemory()
        for batch in batches {
            repeat {
                for slice in try slices(of: batch) { _ = try await database.sync.apply(slice) }
            } while repeating()
        }
        let chat = try #require(try database.chats.chat(id: Story.chatID))
        return [Naming.chat(chat)] + RowWords.lines(try database.rows())
    }

    private func slices(of events: ArraySlice<JSONValue>) throws -> [SyncSlice] {
        let tea: JSONValue = ["timeline": ["events": .array(Array(events))]]
        let response = try #require(
            SyncResponse(json: ["next_batch": "s", "rooms": ["join": .object([Story.chatID: tea])]]))
        return Array(translator.slices(of: response, now: Story.noon))
    }
}
