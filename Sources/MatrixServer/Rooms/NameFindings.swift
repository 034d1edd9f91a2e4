import Synchronization

/// A cache of the messages without `m.mentions` in which users are named. Each message is searched once for a user,
/// when their unread counts are requested. It is kept in memory; after a restart the newest messages are searched
/// again.
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
        /// The positions of the messages that name the user.
        var streams: [Int64] = []
    }

    private static let most = 10_000
    private let all = Mutex<[Key: Found]>([:])
    private let searches = Mutex(0)

    /// The number of messages searched so far.
    var searchCount: Int { searches.withLock { $0 } }

    subscript(key: Key) -> Found? { all.withLock { $0[key] } }

    /// Stores a result. If two were found at the same time, the result that covers more stays.
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
