import Conversations
import Messenger
import ViewModels

/// Caches the rows of messages by all that they are built from. A new message then costs one row, not the whole window.
final class ChatRowViewModelCache {
    /// Name colors by chat, kept so that people have the same colors when the chat is opened again.
    private var colors: [String: NameColors] = [:]
    /// The rows by event.
    private var rows = BuiltValueCache<String, MessageRowInput, ChatRowViewModel>()
    private var shared: SharedRowValues?

    /// The number of built rows.
    var madeCount: Int { rows.madeCount }
    var count: Int { rows.count }

    /// Starts a pass over these messages. Rows with other shared values are dropped. Rows of other messages are dropped
    /// when they are the majority.
    ///
    /// - Returns: the shared values to build the rows with: those of the last pass if they are equal.
    func begin(_ values: SharedRowValues, _ messages: [PlacedMessage]) -> SharedRowValues {
        let same = shared.flatMap { $0 == values ? $0 : nil }
        if same == nil { rows.removeAll() }
        let shared = same ?? values
        self.shared = shared
        guard rows.count > 2 * messages.count + 100 else { return shared }
        rows.removeAll(except: Set(messages.map(\.message.eventID)))
        return shared
    }

    /// Returns the colors of a chat's senders. They never change while the program runs, so rows can cache them.
    func colors(of messages: [PlacedMessage], in chatID: String, without ownUserID: String) -> NameColors {
        var now = colors[chatID] ?? NameColors()
        for placed in messages where placed.message.sender != ownUserID { now.meet(placed.message.sender) }
        colors[chatID] = now
        return now
    }

    func model(of row: MessageRowInput) -> ChatRowViewModel {
        rows.value(of: row, at: row.message.eventID) { ChatRowViewModel(.of($0.message), .message($0.build())) }
    }
}

extension ChatRowViewModel {
    /// Makes a row with the hash of its contents as its revision.
    init(_ id: ChatRowID, _ content: Content) {
        self.init(id: id, revision: content.hashValue, content: content)
    }
}
