import GRDB
import MatrixAPI

/// `POST search` (client-server API, "Server Side Search").
enum SearchEndpoint {
    @Sendable static func post(_ call: Call) async throws -> any JSONBody {
        let caller = try call.account
        guard let categories = call.body["search_categories"] else { throw EndpointError.missing("search_categories") }
        guard categories.isObject else { throw EndpointError.badJSON("search_categories must be an object") }
        guard let asked = categories["room_events"] else {
            return JSONValue.object(["search_categories": [:]])
        }
        let request = try SearchRequest(asked, nextBatch: call.target["next_batch"])
        let rooms = try await call.read { try MembershipsTable($0).everIn(caller.userID) }
        let isRanked = request.order == .rank
        let question = WordQuery(
            terms: request.terms.terms, keys: request.keys, rooms: request.rooms(of: rooms), senders: request.senders,
            before: request.place?.before ?? .max,
            limit: isRanked ? SearchResults.maxRanked : SearchResults.maxFound, wantsWords: isRanked)
        let server = call.server
        let findings =
            question.rooms.isEmpty
            ? WordIndex.Findings()
            : try await server.searches.run(for: caller.userID) { try await server.words.find(question) }
        return try await call.server.compose(for: caller.userID) { database in
            let found = findings.found
            var events = try SearchResults(database, caller, request).json(found, isCut: found.count == question.limit)
            // NOTSPEC: recent messages may not be in the index yet.
            if findings.isIncomplete { events["im.confab.index_incomplete"] = true }
            return ["search_categories": ["room_events": events]]
        }
    }
}
