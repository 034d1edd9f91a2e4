import Conversations
import MatrixAPI

@testable import Messenger

/// A chat's events as a homeserver keeps them, told in syncs that leave some out and in pages that bring those. What was
/// removed goes out without its content, however early it was said.
struct WireTimeline {
    private var events: [JSONValue] = []
    /// The first redaction of each event.
    private var removals: [String: JSONValue] = [:]

    var count: Int { events.count }

    mutating func add(_ event: JSONValue) {
        var event = event
        event["origin_server_ts"] = .integer(Story.noon + Int64(events.count) * 1_000)
        events.append(event)
        guard event["type"] == "m.room.redaction", let target = event["content"]?["redacts"]?.string else { return }
        removals[target] = removals[target] ?? event
    }

    /// The room of a sync's answer.
    ///
    /// - Parameters:
    ///   - told: how many events went out before.
    ///   - limit: how many go out at most: of more, the newest, with a token for those before.
    func sync(after told: Int, limit: Int) -> JSONValue {
        let start = max(told, events.count - limit)
        var timeline: JSONValue = ["events": .array((start..<events.count).map(event))]
        if start > told {
            timeline["limited"] = true
            timeline["prev_batch"] = .string(String(start))
        }
        return ["state": ["events": .array(state(from: told, to: start))], "timeline": timeline]
    }

    /// What `messages` answers backwards from a token.
    func page(before token: String, limit: Int) -> (events: [Message], next: String?) {
        let end = Int(token) ?? 0
        let start = max(0, end - limit)
        let messages = (start..<end).reversed().compactMap { place in
            MatrixEvent(json: event(place)).map { MessageDecoder.message(from: $0) }
        }
        return (messages, start > 0 ? String(start) : nil)
    }

    private func event(_ place: Int) -> JSONValue {
        var event = events[place]
        guard let removal = event["event_id"]?.string.flatMap({ removals[$0] }) else { return event }
        event["content"] = [:]
        event["unsigned"] = ["redacted_because": removal]
        return event
    }

    /// The newest of each kind of state, and for each person, among events that don't go out.
    private func state(from start: Int, to end: Int) -> [JSONValue] {
        var newest: [String: JSONValue] = [:]
        for place in start..<end {
            guard let type = events[place]["type"]?.string, let key = events[place]["state_key"]?.string else {
                continue
            }
            newest["\(type) \(key)"] = events[place]
        }
        return Array(newest.values)
    }
}
