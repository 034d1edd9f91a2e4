package import Engine
package import MatrixAPI

/// Events of searching a server's public room directory.
package enum RoomDirectoryEvent: RoutedEvent {
    case opened
    case searching(String)
    /// The last rows are in view, so the next page is needed.
    case more
    /// Retries a failed request.
    case again
    /// - since: the token of the requested page; `nil` for the first.
    case listed(RoomQuery, since: String?, PublicRoomsPage)
    case failed(RoomQuery, FailureReason)
}

/// The loaded part of a server's room directory.
package struct RoomDirectoryModel {
    package private(set) var query = RoomQuery("")
    package private(set) var rooms: [RoomPreview] = []
    /// The token of the next page; `nil` if there is none.
    private(set) var next: String?
    package private(set) var isLoading = false
    package private(set) var problem: RoomDirectoryFailureReason?
    /// The room that is being joined or knocked on.
    package private(set) var entering: RoomAddress?
    /// The room that the user has knocked on.
    package private(set) var asked: RoomAddress?

    mutating func begin() {
        query = RoomQuery("")
        rooms = []
        entering = nil
        load()
    }

    /// Starts a search. Rows of the same server stay until the new response arrives; rows of another server are
    /// removed.
    ///
    /// - Returns: whether the query has changed.
    mutating func search(_ query: RoomQuery) -> Bool {
        guard query != self.query else { return false }
        if query.server != self.query.server { rooms = [] }
        self.query = query
        load()
        return true
    }

    /// Resets the state for a request of the first page.
    mutating func load() {
        next = nil
        isLoading = true
        problem = nil
        asked = nil
    }

    /// - Returns: the token of the page to request; `nil` if a request is running or the last page is loaded.
    mutating func loadMore() -> String? {
        guard !isLoading, let next else { return nil }
        isLoading = true
        problem = nil
        return next
    }

    /// Adds a page, if it belongs to the current query.
    mutating func add(_ page: PublicRoomsPage, of query: RoomQuery, since: String?) {
        guard query == self.query, since == next || since == nil else { return }
        isLoading = false
        // A page that links to itself is the last one.
        next = page.next == since ? nil : page.next
        var known = Set(since == nil ? [] : rooms.map(\.roomID))
        let new = page.rooms.filter { known.insert($0.roomID).inserted }
        rooms = since == nil ? new : rooms + new
    }

    mutating func fail(_ reason: FailureReason, of query: RoomQuery) {
        guard query == self.query else { return }
        isLoading = false
        problem = .notListed(reason)
    }

    mutating func enter(_ address: RoomAddress) {
        entering = address
        problem = nil
        asked = nil
    }

    mutating func finishEntering(_ address: RoomAddress) { if entering == address { entering = nil } }

    mutating func wasAsked(_ address: RoomAddress) {
        finishEntering(address)
        asked = address
    }

    mutating func refuse(_ address: RoomAddress, _ refusal: JoinError) {
        finishEntering(address)
        problem = .notJoined(address, refusal)
    }
}
