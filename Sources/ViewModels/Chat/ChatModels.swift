/// A request to scroll to a row. The pane follows each request once: a new request has a larger number.
package struct ChatJump: Hashable, Sendable {
    package let number: Int
    package let row: ChatRowID
    /// Whether the row is selected, so that letters act on it.
    package let selects: Bool
    /// The saved scroll position to restore; ``row`` is used if its top row is gone.
    package let stand: ScrollPosition?

    package init(number: Int, row: ChatRowID, selects: Bool = true, stand: ScrollPosition? = nil) {
        self.number = number
        self.row = row
        self.selects = selects
        self.stand = stand
    }
}

/// The identity of a row in a chat, stable across view models. Panes don't interpret it.
package struct ChatRowID: Hashable, Sendable {
    private let value: String

    package init(_ value: String) {
        self.value = value
    }
}

/// A row of a chat: a message or a separator between messages.
package struct ChatRowViewModel: Equatable, Sendable {
    package enum Content: Hashable, Sendable {
        /// The line with a day, as in `Saturday 21 November`.
        case day(DisplayText)
        /// The line before the first unread message.
        case newLine
        /// Indirect, since rows are copied by the hundred.
        indirect case message(MessageViewModel)
        /// An event in the chat, as in `Bo joined`.
        case notice(DisplayText)
        /// A place where messages are missing or being fetched.
        case gap(DisplayText)
    }

    /// The sender and time shown with a message, without the parts that repeat the message above.
    package enum Heading: Hashable, Sendable { case whole, time, nothing }

    package let id: ChatRowID
    /// Changes with the content of the row.
    package let revision: Int
    package let content: Content
    /// Not part of the revision, because it depends on the row above.
    package var heading: Heading

    package init(id: ChatRowID, revision: Int, content: Content, heading: Heading = .whole) {
        self.id = id
        self.revision = revision
        self.content = content
        self.heading = heading
    }
}

/// A saved scroll position in a chat, restored when the user returns.
package struct ScrollPosition: Hashable, Sendable {
    /// The row from which ``line`` is counted; `nil` if the newest message stays at the bottom.
    package let top: ChatRowID?
    /// The line of that row at the top of the view. Negative values count lines above the row.
    package let line: Int
    /// The selected message, which letters act on.
    package let selected: ChatRowID?
    /// The selected row of the chat list if it has the focus; `nil` if the chat has it.
    package let listRow: ChatListItemID?

    package init(top: ChatRowID?, line: Int = 0, selected: ChatRowID? = nil, listRow: ChatListItemID? = nil) {
        self.top = top
        self.line = line
        self.selected = selected
        self.listRow = listRow
    }
}

/// A chat to which a message may be forwarded.
package struct ForwardTarget: Sendable {
    package let chatID: String
    package let title: DisplayText
    /// Returns the reason why a message can't be forwarded to this chat; `nil` if it can. The check takes longer than
    /// reading the name, so it is done for the chosen chat only.
    package let reason: @Sendable () -> DisplayText?

    package init(chatID: String, title: DisplayText, reason: @escaping @Sendable () -> DisplayText?) {
        self.chatID = chatID
        self.title = title
        self.reason = reason
    }
}

/// The actions on the file of a message.
package struct MessageFile: Sendable {
    /// Opens the file in an external program.
    package var open: Action<Void>
    /// Takes the destination, as a path typed by the user; empty for the default directory.
    package var save: Action<String>
    package var stop: Action<Void> = .unavailable(.words("media.is-not-loading"))
    package var openQuestion: DisplayText = .empty
    package var saveQuestion: DisplayText = .empty

    package init(
        open: Action<Void>, save: Action<String>, openQuestion: DisplayText = .empty, saveQuestion: DisplayText = .empty
    ) {
        self.open = open
        self.save = save
        self.openQuestion = openQuestion
        self.saveQuestion = saveQuestion
    }
}

/// A link of a message. Its text can't contain homoglyphs.
package struct MessageLink: Hashable, Sendable {
    /// The host in ASCII.
    package let host: DisplayText
    /// The whole address in ASCII, `http` or `https`.
    package let address: DisplayText
    /// The chat that it leads to, which is opened in the program; empty for a web page.
    package let chat: DisplayText

    package init(host: DisplayText, address: DisplayText, chat: DisplayText = .empty) {
        self.host = host
        self.address = address
        self.chat = chat
    }
}

/// The pixels of a drawn picture, in the format of its terminal.
package struct PicturePixels: Hashable, Sendable {
    package enum Form: Hashable, Sendable {
        /// Three bytes per pixel: red, green and blue.
        case colors
        case sixels
    }

    package let form: Form
    /// The size of a cell in pixels.
    package let cellWidth: Int
    package let cellHeight: Int
    /// The data for each row of cells.
    package let strips: [[UInt8]]

    package init(form: Form, cellWidth: Int, cellHeight: Int, strips: [[UInt8]]) {
        self.form = form
        self.cellWidth = cellWidth
        self.cellHeight = cellHeight
        self.strips = strips
    }
}

/// The size of a picture in columns and rows of a terminal.
package struct CellSize: Hashable, Sendable {
    package let columns: Int
    package let rows: Int

    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }
}

/// The width and height of a picture in its own pixels.
package struct PictureShape: Hashable, Sendable {
    package let width: Int
    package let height: Int

    private static let most = 1 << 24
    /// The minimum number of pixels per column, so that small pictures aren't enlarged. A cell is twice as high as
    /// wide.
    private static let pixels = 4

    /// - Returns: `nil` for sizes that no picture has.
    package init?(width: Int, height: Int) {
        guard (1...Self.most).contains(width), (1...Self.most).contains(height) else { return nil }
        self.width = width
        self.height = height
    }

    /// Returns the size within a maximum that keeps the aspect ratio.
    package func room(within most: CellSize) -> CellSize {
        let (mostColumns, maxRows) = (max(1, most.columns), max(1, most.rows))
        var columns = (width + Self.pixels - 1) / Self.pixels
        var rows = (height + 2 * Self.pixels - 1) / (2 * Self.pixels)
        if columns > mostColumns || rows > maxRows {
            if width * 2 * maxRows > height * mostColumns {
                columns = mostColumns
                rows = (height * mostColumns + width) / (2 * width)
            } else {
                rows = maxRows
                columns = (width * 4 * maxRows + height) / (2 * height)
            }
        }
        return CellSize(columns: min(max(1, columns), mostColumns), rows: min(max(1, rows), maxRows))
    }
}

/// A request for a picture that comes near the screen, with the required size.
package struct PictureRequest: Hashable, Sendable {
    package let row: ChatRowID
    package let room: CellSize
    /// The number of the picture that is drawn now, if any. That picture is outdated, or has another size than
    /// required.
    package let drawn: Int?

    package init(row: ChatRowID, room: CellSize, drawn: Int? = nil) {
        self.row = row
        self.room = room
        self.drawn = drawn
    }
}

/// The typing notification of the open chat. It has its own subscription, because it changes independently.
package struct TypingViewModel: Equatable, Sendable {
    /// The notification, as in `Guide types…`; may be empty.
    package let text: DisplayText

    package init(text: DisplayText) {
        self.text = text
    }
}
