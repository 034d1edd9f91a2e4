import GRDB
import HTTPTypes
import MatrixAPI

/// `account_data`, global and of a room (client-server API, "Client Config").
enum AccountDataEndpoint {
    /// Types that only the server writes.
    private static let reserved: Set<String> = ["m.fully_read", PushRulesTable.type]

    @Sendable static func get(_ call: Call) async throws -> JSONValue {
        let user = try call.user
        let (room, type) = (call.room, call.parameter("type"))
        if room.isEmpty, type == PushRulesTable.type { return try await PushRulesEndpoint.get(call) }
        let content = try await call.read { try AccountDataTable($0).content(type, of: user, in: room) }
        guard let content else { throw EndpointError.notFound("There is no such account data") }
        return content
    }

    @Sendable static func put(_ call: Call) async throws -> JSONValue {
        let user = try call.user
        let (room, type, content) = (call.room, call.parameter("type"), call.body)
        guard !reserved.contains(type) else {
            throw EndpointError(.methodNotAllowed, .badJSON, "\(type) is not set this way")
        }
        guard room.isEmpty || room.hasPrefix("!") else { throw EndpointError.invalid("That is no room") }
        let limits = call.server.configuration.limits
        try await call.commit { changes in
            try AccountDataTable(changes.database).put(type, of: user, in: room, content, within: limits)
            changes.wake(user)
        }
        return .emptyObject
    }
}
