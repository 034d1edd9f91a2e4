import GRDB
import MatrixAPI

/// By what a person is named in a text: the name that they have in the room, and the one in their identifier.
struct SearchedNames: Hashable, Sendable {
    private let names: [String]

    init(_ database: Database, of user: String, in room: String) throws {
        let display = try MembershipsTable(database).displayName(of: user, in: room)
        names = [display, UserID(user)?.localpart].compactMap(\.self)
    }

    /// Which of the texts name the person.
    func areFound(in texts: [String]) -> [Bool] {
        let searches = names.map(WordSearch.init)
        return texts.map { text in searches.contains { $0.isFound(in: text) } }
    }
}
