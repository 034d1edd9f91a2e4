import Conversations
import GRDB
import SearchWords

/// Looks words up beside whoever takes them into the index: there as far as it goes, and through the messages that it lacks.
struct SearchLook {
    let source: SearchSource
    /// `nil` where there is none.
    let index: DatabaseQueue?

    /// The newest first.
    func hits(_ query: SearchQuery, limit: Int) throws -> [SearchHit] {
        let keys = try query.chatIDs.map { try source.keys(of: $0) }
        let (indexed, begun) = try index.map { try found(query, keys, limit: limit, in: $0) } ?? ([], .max)
        var places: [SearchReader.Place] = []
        try source.each(before: begun) { entry in
            guard entry.isFound(by: query, chatKeys: keys) else { return }
            let rest = entry.messageID & (SearchReader.perMillisecond - 1)
            places.append(
                SearchReader.Place(place: SearchReader.place(at: entry.timestamp) | rest, messageID: entry.messageID))
        }
        // What can't be shown is found out with the hits: some more than are wanted are looked at.
        places.sort { ($0.place, $0.messageID) > ($1.place, $1.messageID) }
        var scanned: [SearchHit] = []
        for start in stride(from: 0, to: places.count, by: limit) where scanned.count < limit {
            scanned += try source.hits(at: Array(places[start..<min(start + limit, places.count)]))
        }
        return Array((indexed + scanned).sorted { $0.place > $1.place }.prefix(limit))
    }

    /// Also before which number nothing was taken in; `nil` where all was.
    private func found(
        _ query: SearchQuery, _ keys: [Int64]?, limit: Int, in index: DatabaseQueue
    ) throws -> (hits: [SearchHit], begun: Int64?) {
        try index.read { db in
            let begun = try SearchWriter(db: db).nextID()
            var hits: [SearchHit] = []
            var before: Int64?
            repeat {
                let places = try SearchReader(db: db).places(query, chatKeys: keys, before: before, limit: limit)
                let queued = try source.queued(of: places.map(\.messageID))
                // What came is taken in before what was here, which is looked through as a whole.
                hits += try source.hits(
                    at: places.filter { $0.messageID >= begun ?? .min && !queued.contains($0.messageID) })
                before = places.count < limit ? nil : places.last?.place
            } while before != nil && hits.count < limit
            return (hits, begun)
        }
    }
}

extension SearchSlice.Entry {
    /// As the index finds it.
    ///
    /// - Parameter chatKeys: of the chats in one of which it has to be; `nil` for all.
    fileprivate func isFound(by query: SearchQuery, chatKeys: [Int64]?) -> Bool {
        guard let words, query.senders?.contains(sender) ?? true,
            chatKeys?.contains(messageID >> MessagePlace.positionBits) ?? true,
            query.contents.allSatisfy({ contents.contains($0.facet) }),
            query.times.contains(min(max(timestamp, 0), .max - 1))
        else { return false }
        let tokens = words.split(separator: " ").map { SearchToken(text: String($0), range: 0..<0) }
        return query.terms.allSatisfy { !$0.ranges(in: tokens).isEmpty }
            && query.excluded.allSatisfy { $0.ranges(in: tokens).isEmpty }
    }
}
