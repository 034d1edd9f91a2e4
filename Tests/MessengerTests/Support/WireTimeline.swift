import Conversations
import MatrixAPI

@testable import Engine

/// A chat's events as a homeserver stores them. Syncs leave out some of them, and history pages return these.
/// Redacted events are always served without their content.
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

    /// Returns the room of a sync response.
    ///
    /// - Parameters:
    ///   - told: The number of events served before.
    ///   - limit: The maximum number of events. If there are more, only the newest are served, with a token for
    ///     those before.
    func sync(after told: Int, limit: Int) -> JSONValue {
        let start = max(told, events.count - limit)
        var timeline: JSONValue = ["events": .array((start..<events.count).map(event))]
        if start > told {
            timeline["limited"] = true
            timeline["prev_batch"] = .string(String(start))
        }
        return ["state": ["events": .array(state(from: told, to: start))], "timeline": timeline]
    }

    /// Returns the response of `messages` backwards from a token.
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

    /// Returns the newest state event of each type and key among the events that are left out.
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
