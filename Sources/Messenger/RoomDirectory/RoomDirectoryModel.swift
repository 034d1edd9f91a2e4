import MatrixAPI

/// The chats that a server lists, as far as they were asked for.
@MainActor
final class RoomDirectoryModel {
    private(set) var query = RoomQuery("")
    private(set) var rooms: [RoomPreview] = []
    /// What asks for the rest; `nil` where there is none.
    private(set) var next: String?
    private(set) var isLoading = false
    private(set) var problem: RoomDirectoryProblem?
    /// What is being joined, or is asked to be let into.
    private(set) var entering: RoomAddress?
    /// Whose people were asked to let one in.
    private(set) var asked: RoomAddress?

    func begin() {
        query = RoomQuery("")
        rooms = []
        entering = nil
        load()
    }

    /// What another server lists is no answer any more; of the same one it is until a better one comes.
    ///
    /// - Returns: whether it is another question.
    func search(_ query: RoomQuery) -> Bool {
        guard query != self.query else { return false }
        if query.server != self.query.server { rooms = [] }
        self.query = query
        load()
        return true
    }

    /// The first page is asked for.
    func load() {
        next = nil
        isLoading = true
        problem = nil
        asked = nil
    }

    /// - Returns: the page to ask for; `nil` where it is asked for already, or was the last.
    func loadMore() -> String? {
        guard !isLoading, let next else { return nil }
        isLoading = true
        problem = nil
        return next
    }

    /// Takes a page of what is looked for now.
    func take(_ page: PublicRoomsPage, of query: RoomQuery, since: String?) {
        guard query == self.query, since == next || since == nil else { return }
        isLoading = false
        // A page that leads to itself is the last.
        next = page.next == since ? nil : page.next
        var known = Set(since == nil ? [] : rooms.map(\.roomID))
        let new = page.rooms.filter { known.insert($0.roomID).inserted }
        rooms = since == nil ? new : rooms + new
    }

    func fail(_ reason: FailureReason, of query: RoomQuery) {
        guard query == self.query else { return }
        isLoading = false
        problem = .notListed(reason)
    }

    func enter(_ address: RoomAddress) {
        entering = address
        problem = nil
        asked = nil
    }

    func finishEntering(_ address: RoomAddress) { if entering == address { entering = nil } }

    func wasAsked(_ address: RoomAddress) {
        finishEntering(address)
        asked = address
    }

    func refuse(_ address: RoomAddress, _ refusal: JoinRefusal) {
        finishEntering(address)
        problem = .notJoined(address, refusal)
    }
}
