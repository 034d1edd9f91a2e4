/// How far chats were looked through at a server that knows no words to look for: page by page, the newest first.
struct ServerWalk: Hashable, Sendable {
    /// A chat of which the server has more.
    struct Place: Hashable, Sendable {
        let chatID: String
        /// For `messages` with `dir=b`.
        var token: String
        /// All since then was looked through, in milliseconds since 1970.
        var reached: Int64
    }

    /// What a page counts for that says nothing of how far it went, in milliseconds: others get their turn.
    private static let emptyPage: Int64 = 86_400_000

    private(set) var places: [Place]
    /// How many chats it began with.
    let total: Int
    /// Before then nothing is meant.
    let end: Int64

    init(_ places: [Place], end: Int64) {
        self.places = places
        total = places.count
        self.end = end
    }

    /// Where the newest page is that nobody looked at.
    var next: Place? { places.max { ($0.reached, $1.chatID) < ($1.reached, $0.chatID) } }

    /// How many chats were looked through to their beginning, or as far as is meant.
    var doneCount: Int { total - places.count }

    /// - Parameters:
    ///   - times: of the messages of its page, the newest first.
    ///   - token: where the next one begins; `nil` where there is none.
    mutating func take(_ times: [Int64], then token: String?, of place: Place) {
        guard let index = places.firstIndex(of: place) else { return }
        let isPast = !times.isEmpty && times.allSatisfy { $0 < end }
        guard let token, token != place.token, !isPast else { return drop(place) }
        places[index].token = token
        places[index].reached = min(place.reached, times.last ?? place.reached - Self.emptyPage)
    }

    /// The server has nothing more of it, or doesn't tell.
    mutating func drop(_ place: Place) { places.removeAll { $0 == place } }
}
