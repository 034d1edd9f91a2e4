import GRDB
import MatrixAPI

/// `tags` of a room, stored as its `m.tag` (client-server API, "Room Tagging").
enum TagsEndpoint {
    private static let type = "m.tag"
    /// The maximum in bytes of all tags of a room together.
    private static let largest = 64 * 1024

    @Sendable static func get(_ call: Call) async throws -> JSONValue {
        let user = try call.user
        let room = call.room
        let content = try await call.read { try AccountDataTable($0).content(type, of: user, in: room) }
        return ["tags": content?["tags"] ?? .emptyObject]
    }

    @Sendable static func put(_ call: Call) async throws -> JSONValue {
        let tag = call.parameter("tag")
        guard !tag.isEmpty, tag.utf8.count <= 255 else { throw EndpointError.invalid("A tag has up to 255 bytes") }
        let content = call.body
        return try await change(call) { $0[tag] = content }
    }

    @Sendable static func delete(_ call: Call) async throws -> JSONValue {
        let tag = call.parameter("tag")
        return try await change(call) { $0[tag] = nil }
    }

    private static func change(
        _ call: Call, _ edit: @escaping @Sendable (inout JSONValue) -> Void
    ) async throws -> JSONValue {
        let user = try call.user
        let room = call.room
        guard room.hasPrefix("!") else { throw EndpointError.invalid("That is no room") }
        let limits = call.server.configuration.limits
        try await call.commit { changes in
            let table = AccountDataTable(changes.database)
            var content = try table.content(type, of: user, in: room) ?? .emptyObject
            var tags = content["tags"] ?? .emptyObject
            edit(&tags)
            guard tags != content["tags"] else { return }
            content["tags"] = tags
            // Each change reads and writes all tags.
            guard content.serialized.count <= largest else {
                throw EndpointError.tooLarge("The room has too many tags")
            }
            try table.put(type, of: user, in: room, content, within: limits)
            changes.wake(user)
        }
        return .emptyObject
    }
}
