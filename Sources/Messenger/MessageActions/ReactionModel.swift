/// The user's recent reactions, across all chats.
@MainActor
final class ReactionModel {
    /// The recent reactions, the latest first.
    private(set) var recent: [String] = []

    private static let mostRecent = 12

    /// Appends older reactions to the known ones.
    func load(_ older: [String]) {
        recent = Array((recent + older.filter { !recent.contains($0) }).prefix(Self.mostRecent))
    }

    func give(_ key: String) {
        recent = Array(([key] + recent.filter { $0 != key }).prefix(Self.mostRecent))
    }
}
