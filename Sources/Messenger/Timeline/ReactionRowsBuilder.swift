import Conversations
import ViewModels

/// Makes the signs that one can give a message: those given last, those that stand there already, then all others.
struct ReactionRowsBuilder {
    /// What stands under the message.
    let given: [MessageReaction]
    /// Keys of one's own that wait to be sent, and of those that wait to be taken back.
    let coming: Set<String>
    let leaving: Set<String>
    /// The last one first.
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
        let title = ([key.shortened(to: MessageViewModelBuilder.longestSign)] + names.prefix(1)).joined(separator: " ")
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
