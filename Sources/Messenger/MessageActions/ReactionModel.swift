/// The signs that the person gave last, in any chat.
@MainActor
final class ReactionModel {
    /// The last one first.
    private(set) var recent: [String] = []

    private static let mostRecent = 12

    /// Takes those that were given before the ones that are known.
    func load(_ older: [String]) {
        recent = Array((recent + older.filter { !recent.contains($0) }).prefix(Self.mostRecent))
    }

    func give(_ key: String) {
        recent = Array(([key] + recent.filter { $0 != key }).prefix(Self.mostRecent))
    }
}
