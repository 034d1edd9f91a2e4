import Conversations
import Messenger
import ViewModels

/// Builds the list of reactions to choose from: recent ones, those already on the message, then all others.
struct ReactionRowsBuilder {
    /// The reactions of the message.
    let given: [MessageReaction]
    /// Own reactions that wait to be sent, and own ones that wait to be removed.
    let coming: Set<String>
    let leaving: Set<String>
    /// The recently used reactions, latest first.
    let recent: [String]
    let ownUserID: String

    private static let usual = ["👍", "❤️", "😄", "🎉", "😢", "👀"]

    func build(_ react: Action<String>) -> [FuzzyListRowViewModel] {
        let names = Dictionary(EmojiTable.rows.map { ($0.emoji, $0.names) }) { first, _ in first }
        var seen: Set<String> = []
        let keys = recent + given.map(\.key) + coming.sorted() + Self.usual + EmojiTable.rows.map(\.emoji)
        return keys.filter { seen.insert($0).inserted }.map { row($0, names[$0] ?? [], react) }
    }

    private func row(_ key: String, _ names: [String], _ react: Action<String>) -> FuzzyListRowViewModel {
        let title = ([key.shortened(to: ReactionRowText.longestSign)] + names.prefix(1)).joined(separator: " ")
        let choose: Action<Void> = react.reason.map { .unavailable($0) } ?? .available { _ = react(key) }
        return FuzzyListRowViewModel(
            id: FuzzyListRowID(key), title: DisplayText(sanitizing: title), trailing: trailing(key),
            isEmphasized: isOwn(key), keywords: [key] + names, choose: choose)
    }

    private func isOwn(_ key: String) -> Bool {
        if coming.contains(key) { return true }
        if leaving.contains(key) { return false }
        return given.first { $0.key == key }?.eventID(of: ownUserID) != nil
    }

    private func trailing(_ key: String) -> DisplayText {
        if isOwn(key) { return .words("timeline.reaction-is-yours") }
        guard let count = given.first(where: { $0.key == key })?.count else { return .empty }
        return DisplayText(sanitizing: "\(count)")
    }
}
