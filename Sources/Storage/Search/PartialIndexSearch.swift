import Conversations
import GRDB
import SearchWords

/// Searches while another process updates the index. It uses the index as far as it is complete, and scans the other
/// messages.
struct PartialIndexSearch {
    let source: SearchSource
    /// The index; `nil` if there is none.
    let index: DatabaseQueue?

    /// Returns the results, newest first.
    func hits(_ query: SearchQuery, limit: Int) throws -> [SearchHit] {
        let keys = try query.chatIDs.map { try source.keys(of: $0) }
        let (indexed, begun) = try index.map { try found(query, keys, limit: limit, in: $0) } ?? ([], .max)
        var places: [SearchReader.SortedHit] = []
        try source.each(before: begun) { entry in
            guard entry.isFound(by: query, chatKeys: keys) else { return }
            let rest = entry.messageID & (SearchReader.perMillisecond - 1)
            places.append(
                SearchReader.SortedHit(
                    place: SearchReader.place(at: entry.timestamp) | rest, messageID: entry.messageID))
        }
        // Reading the results shows which ones can't be displayed, so they are read in batches until there are
        // enough.
        places.sort { ($0.place, $0.messageID) > ($1.place, $1.messageID) }
        var scanned: [SearchHit] = []
        for start in stride(from: 0, to: places.count, by: limit) where scanned.count < limit {
            scanned += try source.hits(at: Array(places[start..<min(start + limit, places.count)]))
        }
        return Array((indexed + scanned).sorted { $0.place > $1.place }.prefix(limit))
    }

    /// Also returns the ID before which no message is indexed; `nil` if all are.
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
                // New messages are indexed before older ones. Messages before `begun` are scanned as a whole.
                hits += try source.hits(
                    at: places.filter { $0.messageID >= begun ?? .min && !queued.contains($0.messageID) })
                before = places.count < limit ? nil : places.last?.place
            } while before != nil && hits.count < limit
            return (hits, begun)
        }
    }
}

extension SearchSlice.Entry {
    /// Whether a message matches, by the same rules as in the index.
    ///
    /// - Parameter chatKeys: the keys of the allowed chats; `nil` for all.
    fileprivate func isFound(by query: SearchQuery, chatKeys: [Int64]?) -> Bool {
        guard let words, query.senders?.contains(sender) ?? true,
            chatKeys?.contains(messageID >> MessageRowID.positionBits) ?? true,
            query.contents.allSatisfy({ contents.contains($0.facet) }),
            query.times.contains(min(max(timestamp, 0), .max - 1))
        else { return false }
        let tokens = words.split(separator: " ").map { SearchToken(text: String($0), range: 0..<0) }
        return query.terms.allSatisfy { !$0.ranges(in: tokens).isEmpty }
            && query.excluded.allSatisfy { $0.ranges(in: tokens).isEmpty }
    }
}
