import Conversations
import Engine
import Foundation
import MatrixAPI
import Storage

/// Fills a profile's database through the same code as a sync.
struct ProfileFiller {
    let userID: String
    /// The chat with a tenth of all messages, which is open at the next start.
    let longChatID: String
    let chats: Int
    let messages: Int

    static let longChatName = "Room 0"
    /// Its newest line, which comes from the server.
    static let newestText = "the newest line of all"
    /// A word in every third line.
    static let frequentWord = "with"
    /// The number of events in a batch.
    private static let batch = 500

    func fill(_ path: String) async throws {
        let database = try ProfileDatabase(path: path)
        defer { database.close() }
        let start = Int64(Date().timeIntervalSince1970 * 1_000) - Int64(messages) * 1_000
        let translator = SyncTranslator(userID: userID)
        var written = 0
        for chat in (0..<chats).reversed() {
            let count = chat == 0 ? messages - written : max(1, messages * 9 / 10 / max(1, chats - 1))
            for first in stride(from: 0, to: count, by: Self.batch) {
                let numbers = first..<min(count, first + Self.batch)
                let response = SyncResponse(
                    json: room(chat, numbers, from: start + Int64(written) * 1_000))
                written += numbers.count
                guard let response else { continue }
                for var slice in translator.slices(of: response, now: start) {
                    // The token of the real server stays.
                    slice.token = nil
                    _ = try await database.sync.apply(slice)
                }
            }
        }
        try await database.sync.setValue(longChatID, forKey: SyncStore.lastOpenChatKey)
    }

    private func room(_ chat: Int, _ numbers: Range<Int>, from start: Int64) -> JSONValue {
        let events = numbers.map { message(chat, $0, at: start + Int64($0 - numbers.lowerBound) * 1_000) }
        var room: JSONValue = ["timeline": ["events": .array(events), "limited": false]]
        if numbers.lowerBound == 0 {
            room["state"] = ["events": .array(state(chat))]
            room["summary"] = ["m.joined_member_count": 6]
        }
        let roomID = chat == 0 ? longChatID : "!bench\(chat):bench.example"
        return ["next_batch": "bench", "rooms": ["join": .object([roomID: room])]]
    }

    private func state(_ chat: Int) -> [JSONValue] {
        let name = event(chat, "n", "m.room.name", by: person(0), ["name": .string("Room \(chat)")], stateKey: "")
        return [name]
            + ([userID] + (0..<5).map(person)).map { person in
                event(
                    chat, "m-" + person.dropFirst(), "m.room.member", by: person,
                    ["membership": "join", "displayname": .string("Person " + person.dropFirst().prefix(2))],
                    stateKey: person)
            }
    }

    private func message(_ chat: Int, _ number: Int, at time: Int64) -> JSONValue {
        let words = (0...(number * 7 + chat) % 17).map { Self.words[(number * 13 + $0 * 5 + chat) % Self.words.count] }
        let body = "\(number) " + (words + (number.isMultiple(of: 3) ? [Self.frequentWord] : [])).joined(separator: " ")
        return event(
            chat, "\(number)", "m.room.message", by: person((number / 3 + chat) % 5),
            ["msgtype": "m.text", "body": .string(body)], time: time)
    }

    private func event(
        _ chat: Int, _ id: String, _ type: String, by sender: String, _ content: JSONValue, stateKey: String? = nil,
        time: Int64 = 1_600_000_000_000
    ) -> JSONValue {
        var event: JSONValue = [
            "event_id": .string("$bench-\(chat)-\(id)"), "type": .string(type), "sender": .string(sender),
            "origin_server_ts": .integer(time), "content": content,
        ]
        if let stateKey { event["state_key"] = .string(stateKey) }
        return event
    }

    private func person(_ number: Int) -> String { "@p\(number):bench.example" }

    private static let words = [
        "release", "the", "build", "is", "green", "again", "after", "a", "look", "at", "yesterday's", "logs", "and",
        "tomorrow", "we", "ship", "über", "naïve", "日本語", "ok",
    ]
}
