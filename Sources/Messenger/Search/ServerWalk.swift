/// The state of a search without words: the server's messages are read page by page, the newest first.
struct ServerWalk: Hashable, Sendable {
    /// A chat with more pages on the server.
    struct Place: Hashable, Sendable {
        let chatID: String
        /// The pagination token for `messages` with `dir=b`.
        var token: String
        /// The time back to which all messages were searched, in milliseconds since 1970.
        var reached: Int64
    }

    /// The time span that an empty page counts for, in milliseconds, so that other chats get their turn.
    private static let emptyPage: Int64 = 86_400_000

    private(set) var places: [Place]
    /// The number of chats at the beginning.
    let total: Int
    /// The time before which no messages match.
    let end: Int64

    init(_ places: [Place], end: Int64) {
        self.places = places
        total = places.count
        self.end = end
    }

    /// The chat with the newest page that was not searched yet.
    var next: Place? { places.max { ($0.reached, $1.chatID) < ($1.reached, $0.chatID) } }

    /// The number of chats that were searched completely, or as far back as needed.
    var doneCount: Int { total - places.count }

    /// - Parameters:
    ///   - times: the times of the page's messages, the newest first.
    ///   - token: the token of the next page; `nil` if there is none.
    mutating func take(_ times: [Int64], then token: String?, of place: Place) {
        guard let index = places.firstIndex(of: place) else { return }
        let isPast = !times.isEmpty && times.allSatisfy { $0 < end }
        guard let token, token != place.token, !isPast else { return drop(place) }
        places[index].token = token
        places[index].reached = min(place.reached, times.last ?? place.reached - Self.emptyPage)
    }

    /// Removes a chat that has no more pages, or that the server refuses.
    mutating func drop(_ place: Place) { places.removeAll { $0 == place } }
}
