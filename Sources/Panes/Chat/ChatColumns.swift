import Terminal
import ViewModels

/// Where time, sender and text stand in a chat of a certain width.
struct ChatColumns: Equatable {
    let width: Int
    let time: Int
    let sender: Int
    /// Whether a line has a sign between sender and text.
    let hasMarks: Bool

    /// Under this width the text has a line of its own, since a third of it would be lost to time and sender.
    static let narrowest = 48

    /// The eye loses its way back to the next of lines that are longer.
    static let widest = 100

    /// Before all, for the sign of a mention.
    static let margin = 1

    var isStacked: Bool { width < Self.narrowest }

    var senderStart: Int { Self.margin + time + 1 }

    var markStart: Int { senderStart + sender + 1 }

    var textStart: Int { isStacked ? Self.margin : markStart + (hasMarks ? 2 : 1) }

    var textWidth: Int { max(1, min(Self.widest, width - textStart)) }

    /// Columns that hold all senders of the rows, as far as there is room. They grow but don't shrink while a chat is
    /// open, or all text would jump when a long name scrolls out.
    init(rows: [ChatRowViewModel], width: Int, previous: ChatColumns?) {
        self.width = width
        var time = previous?.time ?? 0
        var sender = previous?.sender ?? 0
        var hasMarks = previous?.hasMarks ?? false
        for row in rows {
            guard case .message(let message) = row.content else { continue }
            time = max(time, TextWidth.columns(message.time.string))
            hasMarks = hasMarks || message.mark != .none
            sender = max(sender, TextWidth.columns(message.sender.string))
        }
        self.time = time
        self.hasMarks = hasMarks
        self.sender = min(sender, max(4, width / 3))
    }
}
