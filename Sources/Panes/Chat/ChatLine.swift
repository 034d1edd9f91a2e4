import Terminal

/// One line of the chat as it is drawn: pieces of text, each at its column.
struct ChatLine: Equatable {
    struct Piece: Equatable {
        let x: Int
        let text: String
        let style: Style
        /// The columns it may take.
        let width: Int
        /// The number of the link that it is a part of.
        var link: Int?
    }

    /// A row of a picture's pixels, and its first column.
    struct PlacedPixels: Equatable {
        let strip: GraphicStrip
        let x: Int
    }

    var pieces: [Piece] = []
    /// What lies over a part of it.
    var pixels: PlacedPixels?
    /// Which answer of a poll stands there, from 0.
    var answer: Int?

    /// The first column behind all that stands there.
    var end: Int { pieces.map { $0.x + min($0.width, TextWidth.columns($0.text)) }.max() ?? 0 }

    mutating func add(_ text: String, at x: Int, style: Style, width: Int, link: Int? = nil) {
        pieces.append(Piece(x: x, text: text, style: style, width: width, link: link))
    }

    /// The number of the link that stands in a column.
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
