import GRDB
import MatrixAPI

/// `user/{userID}/filter` (client-server API, "Filtering").
enum FilterEndpoint {
    @Sendable static func post(_ call: Call) async throws -> JSONValue {
        let user = try call.user
        let filter = call.body
        try FilterRules.sync.check(filter)
        let most = call.server.configuration.limits.filters
        let name = try await call.commit { changes in
            try FiltersTable(changes.database).put(filter, of: user, most: most)
        }
        return ["filter_id": .string(name)]
    }

    @Sendable static func get(_ call: Call) async throws -> JSONValue {
        let user = try call.user
        let name = call.parameter("filterID")
        guard let filter = try await call.read({ try FiltersTable($0).filter(name, of: user) }) else {
            throw Refusal.notFound("There is no such filter")
        }
        return filter
    }
}
