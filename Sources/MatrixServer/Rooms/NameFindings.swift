import Synchronization

/// Where people were found named in messages without `m.mentions`: each message is searched once a person, when that person
/// asks what is unread. Kept in memory; after a restart the newest are searched again.
final class NameFindings: Sendable {
    struct Key: Hashable, Sendable {
        let user: String
        let room: String
    }

    struct Found: Sendable {
        let names: SearchedNames
        /// Messages after `from` and up to `upTo` were searched.
        var from: Int64
        var upTo: Int64
        /// The places of those that name the person.
        var streams: [Int64] = []
    }

    private static let most = 10_000
    private let all = Mutex<[Key: Found]>([:])
    private let searches = Mutex(0)

    /// How many messages were searched so far.
    var searchCount: Int { searches.withLock { $0 } }

    subscript(key: Key) -> Found? { all.withLock { $0[key] } }

    /// Of two that were searched at the same time the one that got further stays.
    func keep(_ found: Found, for key: Key, searched count: Int) {
        searches.withLock { $0 += count }
        all.withLock { all in
            if let known = all[key], known.names == found.names, known.from <= found.from, known.upTo >= found.upTo {
                return
            }
            if all.count >= NameFindings.most { all = [:] }
            all[key] = found
        }
    }
}
