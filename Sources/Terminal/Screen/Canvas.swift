/// A part of a frame to draw on. Positions are relative to its top left, and drawing is clipped to it.
@MainActor
package final class Canvas {
    private let storage: Storage
    /// The part in cells of the whole frame.
    package let bounds: Rectangle

    private final class Storage {
        var frame: Frame

        init(frame: Frame) { self.frame = frame }
    }

    package init(size: Size) {
        storage = Storage(frame: Frame(size: size))
        bounds = Rectangle(storage.frame.size)
    }

    private init(storage: Storage, bounds: Rectangle) {
        self.storage = storage
        self.bounds = bounds
    }

    package var frame: Frame { storage.frame }

    package var size: Size { Size(width: bounds.width, height: bounds.height) }

    /// Returns a part of this part.
    package func part(_ rectangle: Rectangle) -> Canvas {
        let moved = Rectangle(
            x: bounds.x + rectangle.x, y: bounds.y + rectangle.y, width: rectangle.width, height: rectangle.height)
        return Canvas(storage: storage, bounds: moved.intersection(bounds))
    }

    /// Draws one line. Text beyond `width` columns is cut off between characters. Right-to-left text is
    /// drawn in visual order.
    ///
    /// - Returns: the number of drawn columns.
    @discardableResult
    package func draw(_ text: String, at point: Point, style: Style = .plain, width: Int = .max) -> Int {
        guard point.y >= 0, point.y < bounds.height else { return 0 }
        let room = min(width, bounds.width - point.x)
        if TextWidth.isPrintableASCII(text) { return drawASCII(text[...].utf8, at: point, style: style, room: room) }
        if TextWidth.isPlain(text) { return drawPlain(text.unicodeScalars, at: point, style: style, room: room) }
        let drawn = RowOrder(line: text, width: room)?.text() ?? text
        var used = 0
        for character in drawn {
            let emoji = TextLocale.output == .utf8 ? EmojiCluster(character) : nil
            let cells = emoji.map { [DrawnCell(text: $0.text, columns: 2)] } ?? TextWidth.cells(of: character)
            // A syllable is drawn as a whole or not at all, unless it is wider than the available columns.
            guard used == 0 || cells.reduce(used, { $0 + $1.columns }) <= room else { break }
            for cell in cells {
                guard used + cell.columns <= room else { return used }
                let x = point.x + used
                if x >= 0 {
                    storage.frame.put(
                        cell.text, columns: cell.columns, x: bounds.x + x, y: bounds.y + point.y, style: style)
                }
                used += cell.columns
            }
        }
        return used
    }

    /// Covers the letters of a picture with its pixels. The letters have to be drawn already, and stay
    /// if the strip doesn't fit.
    package func lay(_ strip: GraphicStrip, at point: Point) {
        let placed = PlacedStrip(strip, at: Point(x: bounds.x + point.x, y: bounds.y + point.y))
        if placed.isInside(bounds) { storage.frame.lay(placed) }
    }

    package func fill(_ rectangle: Rectangle, with character: Character = " ", style: Style = .plain) {
        let clipped = rectangle.intersection(Rectangle(size))
        guard clipped.width > 0, TextWidth.columns(character) == 1 else { return }
        let text = String(character)
        if TextWidth.isPrintableASCII(text) || TextWidth.isPlain(text), let scalar = text.unicodeScalars.first {
            let target = Rectangle(
                x: bounds.x + clipped.x, y: bounds.y + clipped.y, width: clipped.width, height: clipped.height)
            storage.frame.fill(target, with: scalar, style: style)
            return
        }
        let row = String(repeating: character, count: clipped.width)
        for y in clipped.y..<clipped.y + clipped.height { draw(row, at: Point(x: clipped.x, y: y), style: style) }
    }

    /// Changes the style of a part of a row. Wide characters change as a whole.
    package func restyle(from x: Int, y: Int, columns: Int, _ change: (inout Style) -> Void) {
        let range = Rectangle(x: x, y: y, width: columns, height: 1).intersection(Rectangle(size))
        guard range.height > 0 else { return }
        for x in range.x..<range.x + range.width {
            storage.frame.restyle(x: bounds.x + x, y: bounds.y + y, change)
        }
    }

    /// Draws, and returns the content of this canvas and its cursor as a frame. The frame can be drawn again on a
    /// canvas of the same size.
    package func picture(of draw: () -> Void) -> Frame {
        let cursor = storage.frame.cursor
        storage.frame.cursor = nil
        draw()
        var picture = storage.frame.part(bounds)
        picture.cursor = storage.frame.cursor.map { Point(x: $0.x - bounds.x, y: $0.y - bounds.y) }
        storage.frame.cursor = storage.frame.cursor ?? cursor
        return picture
    }

    /// Draws such a frame again, and places its cursor.
    package func draw(_ picture: Frame) {
        storage.frame.put(picture, at: Point(x: bounds.x, y: bounds.y))
        if let cursor = picture.cursor { placeCursor(at: cursor) }
    }

    /// Places the cursor. It is hidden if the position is outside of the canvas.
    package func placeCursor(at point: Point) {
        let isInside = (0..<bounds.width).contains(point.x) && (0..<bounds.height).contains(point.y)
        storage.frame.cursor = isInside ? Point(x: bounds.x + point.x, y: bounds.y + point.y) : nil
    }

    private func drawASCII(_ text: Substring.UTF8View, at point: Point, style: Style, room: Int) -> Int {
        let shown = text.prefix(max(0, room))
        storage.frame.put(
            ascii: shown.dropFirst(max(0, -point.x)), x: bounds.x + max(0, point.x), y: bounds.y + point.y,
            style: style)
        return shown.count
    }

    private func drawPlain(_ text: String.UnicodeScalarView, at point: Point, style: Style, room: Int) -> Int {
        var used = 0
        for scalar in text {
            let columns = TextWidth.columns(scalar)
            guard used + columns <= room else { break }
            let x = point.x + used
            if x >= 0 {
                storage.frame.put(scalar, columns: columns, x: bounds.x + x, y: bounds.y + point.y, style: style)
            }
            used += columns
        }
        return used
    }
}
