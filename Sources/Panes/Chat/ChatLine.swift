import Terminal

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
