import Terminal

/// One line of the chat as it is drawn: pieces of text, each at its column.
struct ChatLine: Equatable {
    struct Piece: Equatable {
        let x: Int
        let text: String
        let style: Style
        /// The columns it may take.
        let width: Int
    }

    var pieces: [Piece] = []

    mutating func add(_ text: String, at x: Int, style: Style, width: Int) {
        pieces.append(Piece(x: x, text: text, style: style, width: width))
    }

    @MainActor
    func draw(on canvas: Canvas, y: Int) {
        for piece in pieces {
            canvas.drawShortened(piece.text, at: Point(x: piece.x, y: y), style: piece.style, width: piece.width)
        }
    }
}
