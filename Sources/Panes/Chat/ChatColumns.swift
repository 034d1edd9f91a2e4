import Terminal
import ViewModels

/// The columns of time, sender and text in a chat of a certain width.
struct ChatColumns: Equatable {
    let width: Int
    let time: Int
    let sender: Int
    /// Whether lines have a symbol between sender and text.
    let hasMarks: Bool

    /// Below this width the text gets its own line, since time and sender would use a third of it.
    static let narrowest = 48

    /// The maximum width. Longer lines are hard to read, because the eye loses the start of the next line.
    static let widest = 100

    /// The first column, reserved for the mention symbol.
    static let margin = 1

    var isStacked: Bool { width < Self.narrowest }

    var senderStart: Int { Self.margin + time + 1 }

    var markStart: Int { senderStart + sender + 1 }

    var textStart: Int { isStacked ? Self.margin : markStart + (hasMarks ? 2 : 1) }

    var textWidth: Int { max(1, min(Self.widest, width - textStart)) }

    /// Calculates columns that hold all senders of the rows, as far as there is space. Columns grow but never shrink
    /// while a chat is open, or all text would jump when a long name scrolls out of view.
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
