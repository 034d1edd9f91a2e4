/// A whole picture of the screen, drawn by panes through a ``Canvas`` and shown by a ``TerminalSession``.
package struct Frame: Sendable {
    package let size: Size
    /// Where the cursor blinks; `nil` hides it.
    package var cursor: Point?
    /// Pixels over the letters of cells, as far as the terminal has any.
    package private(set) var strips: [PlacedStrip] = []
    /// Row by row.
    private var glyphs: [Glyph]
    /// The texts of cells that more than one code point share.
    private var clusters: [String] = []

    package init(size: Size) {
        self.size = Size(width: max(0, size.width), height: max(0, size.height))
        glyphs = Array(repeating: .blank, count: self.size.width * self.size.height)
    }

    package subscript(x: Int, y: Int) -> Cell {
        get {
            let glyph = glyphs[y * size.width + x]
            return Cell(text: text(of: glyph), style: glyph.style)
        }
        set { glyphs[y * size.width + x] = glyph(for: newValue.text, style: newValue.style) }
    }

    /// Row by row.
    package var cells: [Cell] {
        (0..<size.height).flatMap { y in (0..<size.width).map { x in self[x, y] } }
    }

    /// The text of row `y`, without the blanks at its end.
    package func text(row y: Int) -> String {
        var text = ""
        for x in 0..<size.width { text += self[x, y].text }
        while text.last == " " { text.removeLast() }
        return text
    }

    /// All rows, each ended by `\n`.
    package var text: String {
        (0..<size.height).map { text(row: $0) + "\n" }.joined()
    }
}

extension Frame {
    /// The code point at a place: 0 for the second cell of a wide character, `nil` where several share the cell.
    func codePoint(x: Int, y: Int) -> UInt32? {
        let glyph = glyphs[y * size.width + x]
        return glyph.isCluster ? nil : glyph.code
    }

    /// Whether any cell has an emoji of several code points.
    var hasEmojiClusters: Bool { clusters.contains { $0.first.flatMap(EmojiCluster.init) != nil } }

    func style(x: Int, y: Int) -> Style { glyphs[y * size.width + x].style }

    mutating func lay(_ strip: PlacedStrip) { strips.append(strip) }

    mutating func restyle(x: Int, y: Int, _ change: (inout Style) -> Void) {
        change(&glyphs[y * size.width + x].style)
    }

    /// The columns from the first that differs in a row to the last, whole characters, with a frame of the same size.
    ///
    /// - Returns: `nil` where the rows look the same.
    func difference(from old: Frame, row y: Int) -> Range<Int>? {
        let start = y * size.width
        var first = start
        var end = start + size.width
        while first < end, isSame(as: old, at: first) { first += 1 }
        guard first < end else { return nil }
        while isSame(as: old, at: end - 1) { end -= 1 }
        while first > start, glyphs[first].code == 0 { first -= 1 }
        return first - start..<end - start
    }

    private func isSame(as other: Frame, at index: Int) -> Bool {
        let (glyph, old) = (glyphs[index], other.glyphs[index])
        guard glyph.isCluster, old.isCluster else { return glyph == old }
        return glyph.style == old.style && text(of: glyph) == other.text(of: old)
    }

    /// Puts printable ASCII from a place within the frame on, and no further than its row.
    mutating func put(ascii bytes: Substring.UTF8View, x: Int, y: Int, style: Style) {
        guard !bytes.isEmpty else { return }
        let start = y * size.width + x
        clearHalf(at: start, row: y)
        clearHalf(at: start + bytes.count - 1, row: y)
        var index = start
        for byte in bytes {
            glyphs[index] = Glyph(code: UInt32(byte), style: style)
            index += 1
        }
    }

    /// Puts one character. A wide one that is overwritten in half leaves a blank in its other half.
    mutating func put(_ text: String, columns: Int, x: Int, y: Int, style: Style) {
        put(glyph(for: text, style: style), columns: columns, x: x, y: y)
    }

    mutating func put(_ scalar: Unicode.Scalar, columns: Int, x: Int, y: Int, style: Style) {
        put(Glyph(code: scalar.value, style: style), columns: columns, x: x, y: y)
    }

    /// Puts another frame over this one, as far as it fits. The cursor stays where it is.
    mutating func put(_ other: Frame, at place: Point) {
        let visible = Rectangle(x: place.x, y: place.y, width: other.size.width, height: other.size.height)
            .intersection(Rectangle(size))
        strips += other.strips.map { $0.moved(by: place) }.filter { $0.isInside(visible) }
        for y in visible.y..<visible.y + visible.height {
            let target = y * size.width
            let source = (y - place.y) * other.size.width - place.x
            for x in visible.x..<visible.x + visible.width {
                let glyph = other.glyphs[source + x]
                glyphs[target + x] =
                    glyph.isCluster ? self.glyph(for: other.text(of: glyph), style: glyph.style) : glyph
            }
        }
    }

    /// A part of this frame, without its cursor.
    func part(_ rectangle: Rectangle) -> Frame {
        var part = Frame(size: Size(width: rectangle.width, height: rectangle.height))
        part.put(self, at: Point(x: -rectangle.x, y: -rectangle.y))
        return part
    }

    private mutating func put(_ glyph: Glyph, columns: Int, x: Int, y: Int) {
        let index = y * size.width + x
        clearHalf(at: index, row: y)
        if columns == 2 { clearHalf(at: index + 1, row: y) }
        glyphs[index] = glyph
        if columns == 2 { glyphs[index + 1] = Glyph(code: 0, style: glyph.style) }
    }

    private mutating func clearHalf(at index: Int, row y: Int) {
        if glyphs[index].code == 0, index > y * size.width {
            glyphs[index - 1] = Glyph(code: Glyph.blank.code, style: glyphs[index - 1].style)
        } else if index + 1 < (y + 1) * size.width, glyphs[index + 1].code == 0 {
            glyphs[index + 1] = Glyph(code: Glyph.blank.code, style: glyphs[index + 1].style)
        }
    }

    private mutating func glyph(for text: String, style: Style) -> Glyph {
        var scalars = text.unicodeScalars.makeIterator()
        guard let first = scalars.next() else { return Glyph(code: 0, style: style) }
        if scalars.next() == nil, first != "\0" { return Glyph(code: first.value, style: style) }
        clusters.append(text)
        return Glyph(code: Glyph.firstCluster + UInt32(clusters.count - 1), style: style)
    }

    private func text(of glyph: Glyph) -> String {
        guard glyph.code != 0 else { return "" }
        guard !glyph.isCluster else { return clusters[Int(glyph.code - Glyph.firstCluster)] }
        return Unicode.Scalar(glyph.code).map { String(Character($0)) } ?? ""
    }
}

/// A cell as a frame keeps it. It owns nothing, so that a key's frame is drawn and compared without counting references.
private struct Glyph: Equatable, Sendable {
    /// A code point; 0 in the second cell of a wide character; from ``firstCluster`` on a place among a frame's clusters.
    var code: UInt32
    var style: Style

    var isCluster: Bool { code >= Self.firstCluster }

    static let firstCluster: UInt32 = 0x11_0000
    static let blank = Glyph(code: 0x20, style: .plain)
}
