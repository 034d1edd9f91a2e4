import MatrixAPI
import Storage

@testable import Engine

extension Workbench {
    /// Processes a sync of the single chat, from its JSON to the models.
    ///
    /// - Parameter membership: `join` or `leave`, as the key in the response.
    func sync(
        state: [JSONValue] = [], _ timeline: [JSONValue] = [], ephemeral: [JSONValue] = [], membership: String = "join"
    ) async throws {
        let room: JSONValue = [
            "state": ["events": .array(state)], "timeline": ["events": .array(timeline)],
            "ephemeral": ["events": .array(ephemeral)],
        ]
        let rooms: JSONValue = .object([membership: .object([Story.chatID: room])])
        guard let response = SyncResponse(json: ["next_batch": "s", "rooms": rooms]) else { return }
        for slice in SyncTranslator(userID: Story.ana).slices(of: response, now: Story.noon) {
            queue.post(SyncEvent.received(try await database.sync.apply(slice), isFirstSync: false))
        }
    }
}

extension Story {
    static func creation(version: String = "11", by sender: String = kim) -> JSONValue {
        event("create", "m.room.create", by: sender, stateKey: "", content: ["room_version": .string(version)])
    }

    static let encryption = event(
        "encryption", "m.room.encryption", by: kim, stateKey: "", content: ["algorithm": "m.megolm.v1.aes-sha2"])

    static func levels(_ content: JSONValue, id: String = "levels") -> JSONValue {
        event(id, "m.room.power_levels", by: kim, stateKey: "", content: content)
    }

    static func membership(
        _ id: String, of userID: String, _ membership: String, by sender: String? = nil, reason: String? = nil
    ) -> JSONValue {
        var content: JSONValue = ["membership": .string(membership), "displayname": .string(userID)]
        content["reason"] = reason.map { .string($0) }
        return event(id, "m.room.member", by: sender ?? userID, stateKey: userID, content: content)
    }
}
