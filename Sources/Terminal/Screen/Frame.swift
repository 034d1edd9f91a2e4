import Glibc

/// The content of the whole screen. Panes draw it through a ``Canvas``, and a ``TerminalSession`` shows it.
package struct Frame: Sendable {
    package let size: Size
    /// The position of the cursor; `nil` hides it.
    package var cursor: Point?
    /// The pixels over the letters, if the terminal supports graphics.
    package private(set) var strips: [PlacedStrip] = []
    /// The cells row by row.
    private var glyphs: [Glyph]
    /// The texts of cells with more than one code point.
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

    /// Returns whether another frame shows the same cells. Cursors and pixels are not compared.
    package func hasSameCells(as other: Frame) -> Bool {
        size == other.size && (0..<size.height).allSatisfy { difference(from: other, row: $0) == nil }
    }

    /// Returns the text of row `y`, without the blanks at its end.
    package func text(row y: Int) -> String {
        var text = ""
        for glyph in glyphs[y * size.width..<(y + 1) * size.width] { text += self.text(of: glyph) }
        while text.last == " " { text.removeLast() }
        return text
    }

    /// The text of all rows, each ended by `\n`.
    package var text: String {
        (0..<size.height).map { text(row: $0) + "\n" }.joined()
    }
}

extension Frame {
    /// Returns the code point of a cell: 0 for the second cell of a wide character, `nil` for several code points.
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

    /// Returns the columns from the first difference in a row to the last, in whole characters. Both
    /// frames have the same size.
    ///
    /// - Returns: `nil` if the rows look the same.
    func difference(from old: Frame, row y: Int) -> Range<Int>? {
        let start = y * size.width
        // Most rows are the same.
        if clusters.isEmpty, old.clusters.isEmpty, hasSameMemory(as: old, from: start) { return nil }
        var first = start
        var end = start + size.width
        while first < end, isSame(as: old, at: first) { first += 1 }
        guard first < end else { return nil }
        while isSame(as: old, at: end - 1) { end -= 1 }
        while first > start, glyphs[first].code == 0 { first -= 1 }
        return first - start..<end - start
    }

    /// Whether the row that begins at `start` contains the same bytes in both frames.
    private func hasSameMemory(as other: Frame, from start: Int) -> Bool {
        glyphs.withUnsafeBytes { own in
            other.glyphs.withUnsafeBytes { other in
                guard let own = own.baseAddress, let other = other.baseAddress else { return true }
                let stride = MemoryLayout<Glyph>.stride
                return memcmp(own + start * stride, other + start * stride, size.width * stride) == 0
            }
        }
    }

    private func isSame(as other: Frame, at index: Int) -> Bool {
        let (glyph, old) = (glyphs[index], other.glyphs[index])
        guard glyph.isCluster, old.isCluster else { return glyph == old }
        return glyph.style == old.style && text(of: glyph) == other.text(of: old)
    }

    /// Puts printable ASCII at a position within the frame, up to the end of its row.
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

    /// Fills a rectangle within the frame with a character of one column.
    mutating func fill(_ rectangle: Rectangle, with scalar: Unicode.Scalar, style: Style) {
        guard rectangle.width > 0 else { return }
        let glyph = Glyph(code: scalar.value, style: style)
        for y in rectangle.y..<rectangle.y + rectangle.height {
            let start = y * size.width + rectangle.x
            clearHalf(at: start, row: y)
            clearHalf(at: start + rectangle.width - 1, row: y)
            for index in start..<start + rectangle.width { glyphs[index] = glyph }
        }
    }

    /// Puts one character. If it overwrites half of a wide character, the other half becomes a blank.
    mutating func put(_ text: String, columns: Int, x: Int, y: Int, style: Style) {
        put(glyph(for: text, style: style), columns: columns, x: x, y: y)
    }

    mutating func put(_ scalar: Unicode.Scalar, columns: Int, x: Int, y: Int, style: Style) {
        put(Glyph(code: scalar.value, style: style), columns: columns, x: x, y: y)
    }

    /// Puts another frame over this one, clipped to it. The cursor is unchanged.
    mutating func put(_ other: Frame, at place: Point) {
        let visible = Rectangle(x: place.x, y: place.y, width: other.size.width, height: other.size.height)
            .intersection(Rectangle(size))
        strips += other.strips.map { $0.moved(by: place) }.filter { $0.isInside(visible) }
        for y in visible.y..<visible.y + visible.height {
            let target = y * size.width
            let source = (y - place.y) * other.size.width - place.x
            let columns = visible.x..<visible.x + visible.width
            if other.clusters.isEmpty {
                glyphs.withUnsafeMutableBufferPointer { glyphs in
                    other.glyphs.withUnsafeBufferPointer { cells in
                        _ = glyphs[target + columns.lowerBound..<target + columns.upperBound].update(
                            fromContentsOf: cells[source + columns.lowerBound..<source + columns.upperBound])
                    }
                }
                continue
            }
            for x in columns {
                let glyph = other.glyphs[source + x]
                glyphs[target + x] =
                    glyph.isCluster ? self.glyph(for: other.text(of: glyph), style: glyph.style) : glyph
            }
        }
    }

    /// Returns a part of this frame, without its cursor.
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

/// The compact form of a cell: one integer, so that rows can be compared and copied as memory, without reference
/// counting.
private struct Glyph: Equatable, Sendable {
    /// From the lowest bit: 32 bits of ``code``, 9 of each color, 8 of attributes.
    private var bits: UInt64

    init(code: UInt32, style: Style) {
        bits =
            UInt64(code) | Self.bits(of: style.foreground) << 32 | Self.bits(of: style.background) << 41
            | UInt64(style.attributes.rawValue) << 50
    }

    /// A code point; 0 in the second cell of a wide character; an index of a frame's clusters from ``firstCluster`` on.
    var code: UInt32 { UInt32(truncatingIfNeeded: bits) }

    var style: Style {
        get {
            Style(
                foreground: Self.color(bits >> 32), background: Self.color(bits >> 41),
                attributes: Style.Attributes(rawValue: UInt8(truncatingIfNeeded: bits >> 50)))
        }
        set { self = Glyph(code: code, style: newValue) }
    }

    var isCluster: Bool { code >= Self.firstCluster }

    static let firstCluster: UInt32 = 0x11_0000
    static let blank = Glyph(code: 0x20, style: .plain)

    /// Returns the bits of a color: the lowest bit says whether there is one, and the color follows.
    private static func bits(of color: UInt8?) -> UInt64 { color.map { UInt64($0) << 1 | 1 } ?? 0 }

    private static func color(_ bits: UInt64) -> UInt8? {
        bits & 1 == 0 ? nil : UInt8(truncatingIfNeeded: bits >> 1)
    }
}
