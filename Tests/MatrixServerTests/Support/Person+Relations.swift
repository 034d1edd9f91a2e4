import Foundation
import MatrixAPI
import NIOHTTP1
import Testing

extension Person {
    /// Sends an event that relates to another.
    ///
    /// - Parameter content: The content besides the relation.
    /// - Returns: The event's identifier.
    @discardableResult
    func relate(
        _ kind: String, to event: String, in room: String, _ content: JSONValue = ["body": "hello"],
        type: String = "m.room.message", key: String? = nil
    ) async throws -> String {
        let answer = try await tryToRelate(kind, to: event, in: room, content, type: type, key: key)
        return try #require(answer.body["event_id"]?.string)
    }

    func tryToRelate(
        _ kind: String, to event: String, in room: String, _ content: JSONValue = ["body": "hello"],
        type: String = "m.room.message", key: String? = nil
    ) async throws -> Answer {
        var content = content
        content["msgtype"] = "m.text"
        content["m.relates_to"] = ["rel_type": .string(kind), "event_id": .string(event)]
        if let key { content["m.relates_to"]?["key"] = .string(key) }
        return try await ask(.PUT, "v3/rooms/\(room)/send/\(type)/\(UUID().uuidString)", content)
    }
}
