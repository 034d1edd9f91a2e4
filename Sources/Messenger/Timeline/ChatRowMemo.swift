import Conversations
import ViewModels

/// The rows of messages that were made before, for as long as nothing of what they show has changed: a message that
/// arrives costs one row and not the whole window.
final class ChatRowMemo {
    /// What all rows are made with.
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
        let doubt: LineDoubt?
        let picture: PictureState?
        let row: ChatRowViewModel
    }

    /// By chat: whoever comes back to one finds everybody in their colour.
    private var colors: [String: NameColors] = [:]
    /// By event.
    private var entries: [String: Entry] = [:]
    private var setting: Setting?
    /// How many rows were made; for tests, which count instead of taking the time.
    private(set) var madeCount = 0

    var count: Int { entries.count }

    /// Says with what the rows to come are made, and of which messages. Rows that were made with something else are
    /// forgotten, and those of other messages once they are the most.
    func begin(_ setting: Setting, _ messages: [PlacedMessage]) {
        if setting != self.setting { entries = [:] }
        self.setting = setting
        guard entries.count > 2 * messages.count + 100 else { return }
        let kept = Set(messages.map(\.message.eventID))
        entries = entries.filter { kept.contains($0.key) }
    }

    /// The colours of those who speak in a chat, which never change while the program runs: rows can keep them.
    func colors(of messages: [PlacedMessage], in chatID: String, without ownUserID: String) -> NameColors {
        var now = colors[chatID] ?? NameColors()
        for placed in messages where placed.message.sender != ownUserID { now.meet(placed.message.sender) }
        colors[chatID] = now
        return now
    }

    /// - Parameter make: makes the row from nothing but the message, its status, what is to be known of it, what became
    ///   of its picture, and the setting.
    func row(
        of message: Message, status: DisplayText, doubt: LineDoubt? = nil, picture: PictureState? = nil,
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
