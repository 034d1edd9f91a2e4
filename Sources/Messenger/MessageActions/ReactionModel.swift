/// The signs that the person gave last, in any chat.
@MainActor
final class ReactionModel {
    /// The last one first.
    private(set) var recent: [String] = []

    private static let mostRecent = 12

    func load(_ keys: [String]) { recent = Array(keys.prefix(Self.mostRecent)) }

    func give(_ key: String) { load([key] + recent.filter { $0 != key }) }
}
