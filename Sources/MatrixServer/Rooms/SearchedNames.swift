import GRDB
import MatrixAPI

/// The names of a user in texts: their display name in the room, and the local part of their identifier.
struct SearchedNames: Hashable, Sendable {
    private let names: [String]

    init(_ database: Database, of user: String, in room: String) throws {
        let display = try MembershipsTable(database).displayName(of: user, in: room)
        names = [display, UserID(user)?.localpart].compactMap(\.self)
    }

    /// Returns for each text whether it names the user.
    func areFound(in texts: [String]) -> [Bool] {
        let searches = names.map(WordSearch.init)
        return texts.map { text in searches.contains { $0.isFound(in: text) } }
    }
}
