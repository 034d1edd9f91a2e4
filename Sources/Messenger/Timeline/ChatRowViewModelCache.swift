import Conversations
import ViewModels

/// Caches the rows of messages until their contents change. A new message then costs one row, not the whole window.
final class ChatRowViewModelCache {
    /// The inputs shared by all rows.
    struct Setting: Equatable {
        let names: MemberNames
        let usesTwelveHours: Bool
        let ownUserID: String
        let power: ChatPower?
        var threadID: String?
        var pictureRows = 0
    }

    private struct Entry {
        let message: Message
        let status: DisplayText
        let doubt: AuthenticityWarning?
        let picture: PictureState?
        let row: ChatRowViewModel
    }

    /// Name colors by chat, kept so that people have the same colors when the chat is opened again.
    private var colors: [String: NameColors] = [:]
    /// Cached rows by event.
    private var entries: [String: Entry] = [:]
    private var setting: Setting?
    /// The number of rows made, for tests, which count rows instead of measuring time.
    private(set) var madeCount = 0

    var count: Int { entries.count }

    /// Starts a pass over these messages. Rows of another setting are dropped. Rows of other messages are dropped
    /// when they are the majority.
    func begin(_ setting: Setting, _ messages: [PlacedMessage]) {
        if setting != self.setting { entries = [:] }
        self.setting = setting
        guard entries.count > 2 * messages.count + 100 else { return }
        let kept = Set(messages.map(\.message.eventID))
        entries = entries.filter { kept.contains($0.key) }
    }

    /// Returns the colors of a chat's senders. They never change while the program runs, so rows can cache them.
    func colors(of messages: [PlacedMessage], in chatID: String, without ownUserID: String) -> NameColors {
        var now = colors[chatID] ?? NameColors()
        for placed in messages where placed.message.sender != ownUserID { now.meet(placed.message.sender) }
        colors[chatID] = now
        return now
    }

    /// - Parameter make: makes the row from nothing but the message, its status, doubt and picture, and the setting.
    func row(
        of message: Message, status: DisplayText, doubt: AuthenticityWarning? = nil, picture: PictureState? = nil,
        make: () -> ChatRowViewModel
    ) -> ChatRowViewModel {
        if let entry = entries[message.eventID], entry.status == status, entry.doubt == doubt,
            entry.picture == picture, entry.message == message
        {
            return entry.row
        }
        let row = make()
        madeCount += 1
        entries[message.eventID] = Entry(message: message, status: status, doubt: doubt, picture: picture, row: row)
        return row
    }
}

extension ChatRowID {
    /// Returns the row's identifier. For a message sent from this device it doesn't change when the server has it.
    static func of(_ message: Message) -> ChatRowID {
        ChatRowID(message.transactionID.map { "o" + $0 } ?? "m" + message.eventID)
    }

    static func of(_ line: OutboxLine) -> ChatRowID { ChatRowID("o" + line.id) }

    /// Includes both ends of the gap, so that a partly filled gap is a new row and is filled further while on screen.
    static func gap(_ gap: TimelineGap) -> ChatRowID {
        ChatRowID("g\(gap.position) \(gap.onward?.eventID ?? "")")
    }
}
