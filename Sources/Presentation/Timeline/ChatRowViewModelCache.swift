import Conversations
import Messenger
import ViewModels

/// Caches the rows of messages by all that they are built from. A new message then costs one row, not the whole window.
final class ChatRowViewModelCache {
    private struct Entry {
        let row: MessageRowInput
        let model: ChatRowViewModel
    }

    /// Name colors by chat, kept so that people have the same colors when the chat is opened again.
    private var colors: [String: NameColors] = [:]
    /// Cached rows by event.
    private var entries: [String: Entry] = [:]
    private var shared: SharedRowValues?
    /// The number of rows made, for tests, which count rows instead of measuring time.
    private(set) var madeCount = 0

    var count: Int { entries.count }

    /// Starts a pass over these messages. Rows with other shared values are dropped. Rows of other messages are dropped
    /// when they are the majority.
    ///
    /// - Returns: the shared values to build the rows with: those of the last pass if they are equal.
    func begin(_ values: SharedRowValues, _ messages: [PlacedMessage]) -> SharedRowValues {
        let same = shared.flatMap { $0 == values ? $0 : nil }
        if same == nil { entries = [:] }
        let shared = same ?? values
        self.shared = shared
        guard entries.count > 2 * messages.count + 100 else { return shared }
        let kept = Set(messages.map(\.message.eventID))
        entries = entries.filter { kept.contains($0.key) }
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
        if let entry = entries[row.message.eventID], entry.row == row { return entry.model }
        let model = ChatRowViewModel(.of(row.message), .message(row.build()))
        madeCount += 1
        entries[row.message.eventID] = Entry(row: row, model: model)
        return model
    }
}

extension ChatRowViewModel {
    /// Makes a row with the hash of its contents as its revision.
    init(_ id: ChatRowID, _ content: Content) {
        self.init(id: id, revision: content.hashValue, content: content)
    }
}
