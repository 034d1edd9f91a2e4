import Terminal
import ViewModels

/// A line of a chat: a row of the window and a line within it.
struct TimelinePosition: Comparable {
    var row: Int
    var line: Int

    static let start = TimelinePosition(row: 0, line: 0)

    static func < (left: TimelinePosition, right: TimelinePosition) -> Bool {
        (left.row, left.line) < (right.row, right.line)
    }
}

/// The content of a frame of the open chat, which is reported after the frame, and the pages to request.
struct ShownRows {
    var gaps: [ChatRowID] = []
    /// The first and the last readable row, if they changed since the previous frame.
    var readable: (first: ChatRowID, last: ChatRowID)?
    /// The nearby pictures that are not loaded at the required size, if they changed since the previous frame.
    var pictures: [PictureRequest] = []
    var needsOlder = false
    var needsNewer = false
}

/// A line of the chat as drawn: pieces of text, each at its column.
struct ChatLine: Equatable {
    struct Piece: Equatable {
        let x: Int
        let text: String
        let style: Style
        /// The maximum number of columns.
        let width: Int
        /// The number of the link that contains this piece.
        var link: Int?
    }

    /// A row of a picture's pixels, and its first column.
    struct PlacedPixels: Equatable {
        let strip: GraphicStrip
        let x: Int
    }

    var pieces: [Piece] = []
    /// The pixels drawn over a part of the line.
    var pixels: PlacedPixels?
    /// The index of the poll answer on this line, from 0.
    var answer: Int?

    /// The first column behind all pieces.
    var end: Int { pieces.map { $0.x + min($0.width, TextWidth.columns($0.text)) }.max() ?? 0 }

    mutating func add(_ text: String, at x: Int, style: Style, width: Int, link: Int? = nil) {
        pieces.append(Piece(x: x, text: text, style: style, width: width, link: link))
    }

    /// Returns the number of the link at a column.
    func link(at column: Int) -> Int? {
        pieces.last { ($0.x..<$0.x + $0.width).contains(column) }?.link
    }

    @MainActor
    func draw(on canvas: Canvas, y: Int) {
        for piece in pieces {
            canvas.drawShortened(piece.text, at: Point(x: piece.x, y: y), style: piece.style, width: piece.width)
        }
        if let pixels { canvas.lay(pixels.strip, at: Point(x: pixels.x, y: y)) }
    }
}

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
