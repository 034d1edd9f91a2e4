import Terminal
import ViewModels

/// Lays out the picture of a message. It takes its final number of lines even before it is loaded.
struct PictureLayout {
    let start: Int
    let width: Int

    func lines(of picture: PictureViewModel) -> [ChatLine] {
        switch picture.content {
        case .awaited:
            return (0..<picture.room(columns: width).rows).map { _ in ChatLine() }
        case .drawn(let drawn):
            let rows = max(picture.room(columns: width).rows, picture.shape == nil ? drawn.size.rows : 0)
            return (0..<rows).map { $0 < drawn.size.rows ? line($0, of: drawn) : ChatLine() }
        case .failed(.empty):
            return []
        case .failed(let text):
            return TextWrapping.lines(text.string, width: width).map { part in
                var line = ChatLine()
                line.add(part, at: start, style: Theme.dim, width: width)
                return line
            }
        }
    }

    /// Returns a row of character cells, with pixels over it if the terminal supports graphics and they fit.
    private func line(_ row: Int, of picture: DrawnPicture) -> ChatLine {
        var line = letters(picture.row(row))
        guard let pixels = picture.pixels, pixels.strips.indices.contains(row), picture.size.columns <= width,
            row < GraphicStrip.maxRows
        else { return line }
        let form: TerminalGraphics.Form =
            switch pixels.form {
            case .colors: .kitty
            case .sixels: .sixel
            }
        let strip = GraphicStrip(
            picture: picture.number, row: row, columns: picture.size.columns,
            graphics: TerminalGraphics(form: form, cell: Size(width: pixels.cellWidth, height: pixels.cellHeight)),
            bytes: pixels.strips[row])
        line.pixels = ChatLine.PlacedPixels(strip: strip, x: start)
        return line
    }

    /// Joins neighboring cells with the same style into one piece.
    private func letters(_ cells: ArraySlice<DrawnPicture.Cell>) -> ChatLine {
        var line = ChatLine()
        var run: (text: String, x: Int, style: Style, count: Int)?
        func end() {
            if let run { line.add(run.text, at: run.x, style: run.style, width: run.count) }
        }
        for (column, cell) in cells.prefix(width).enumerated() {
            let style = Style(foreground: cell.foreground, background: cell.background, attributes: .exactColors)
            if run?.style == style {
                run?.text.unicodeScalars.append(cell.scalar)
                run?.count += 1
            } else {
                end()
                run = (String(Character(cell.scalar)), start + column, style, 1)
            }
        }
        end()
        return line
    }
}

extension ChatPane {
    /// Returns the pictures to load, on screen or next to it, visible ones first.
    ///
    /// - Parameter seen: the rows on screen.
    func missingPictures(in model: ChatViewModel, seen: Range<Int>) -> [PictureRequest] {
        guard let columns else { return [] }
        func wishes(_ rows: some Sequence<ChatRowViewModel>, most: Int = .max) -> [PictureRequest] {
            var wishes: [PictureRequest] = []
            for row in rows where wishes.count < most {
                guard case .message(let message) = row.content,
                    let picture = message.picture, let room = picture.missingSize(columns: columns.textWidth)
                else { continue }
                wishes.append(PictureRequest(row: row.id, room: room, drawn: picture.number))
            }
            return wishes
        }
        let before = model.rows[..<seen.lowerBound].suffix(viewHeight).reversed()
        let after = model.rows[seen.upperBound...].prefix(viewHeight)
        return wishes(model.rows[seen]) + wishes(before, most: Self.maxBeside) + wishes(after, most: Self.maxBeside)
    }

    /// The number of pictures to load on each side of the view, so that they are ready when the user scrolls on.
    private static let maxBeside = 2
}
