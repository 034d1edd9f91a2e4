import CNcurses
import Glibc

/// Renders frames to the bytes that make the terminal show them. ncurses draws into memory, so that the
/// terminal can't block it.
///
/// There is only one renderer at a time, since ncurses has one screen.
@MainActor
final class ScreenRenderer {
    private let file: Int32
    private let charset: TerminalCharset
    private var pairs: ColorPairs
    /// The kinds of emoji of several code points that the terminal draws in two columns.
    private var emoji: EmojiCluster.Kinds = []
    private var standIns = EmojiPlaceholders()
    /// The content of the terminal after it has processed all bytes so far.
    private var shown: Frame?
    private var cursor = Point(x: 0, y: 0)
    private var layer = GraphicsLayer()
    /// The size of the terminal in cells. Frames may be smaller or larger.
    private(set) var size = Size(width: 80, height: 24)

    /// - Parameters:
    ///   - type: a type that terminfo knows.
    ///   - charset: the charset of the terminal. All output uses it.
    init(type: String, depth: ColorDepth, charset: TerminalCharset) throws(TerminalError) {
        file = confab_memory_file()
        guard file >= 0 else { throw .failed(String(cString: strerror(errno))) }
        guard confab_screen_open(type, file, depth != .none) else {
            Glibc.close(file)
            throw .typeUnknown(type)
        }
        self.charset = charset
        pairs = ColorPairs(depth: depth, limit: Int(confab_screen_pairs()))
        confab_screen_update(0, 0)
        // ncurses first switches to the alternate screen, which is the task of the session.
        _ = flushOutput()
        resize(to: size)
    }

    /// The number of color pairs that can be in use at once.
    var maxPairs: Int { pairs.limit }

    func close() {
        confab_screen_close()
        Glibc.close(file)
    }

    /// Changes the size. The content of the terminal is unknown then, so the next frame is painted completely.
    func resize(to size: Size) {
        self.size = Size(width: max(1, size.width), height: max(1, size.height))
        _ = confab_screen_resize(Int32(self.size.width), Int32(self.size.height))
        invalidate()
    }

    /// Makes the next frame be painted completely.
    func invalidate() {
        shown = nil
    }

    /// The graphics that the terminal supports; `nil` for text only.
    var graphics: TerminalGraphics? { layer.graphics }

    /// Sets the graphics. The next frame is painted completely, with the pixels of pictures.
    ///
    /// - Parameter maxWidth: the maximum width of a picture in pixels; `nil` if the terminal doesn't report it.
    func use(_ graphics: TerminalGraphics?, maxWidth: Int?) {
        layer.graphics = graphics
        layer.maxWidth = maxWidth ?? GraphicsLayer.usualWidth
        invalidate()
    }

    /// Whether all pixels of the last frame are on the screen.
    var hasAllPixels: Bool { layer.isComplete }

    /// - Returns: the bytes for some more pixels of the last frame; `nil` if all are shown.
    func nextPixels() -> [UInt8]? { layer.next().map { $0 + GraphicsLayer.way(to: cursor) } }

    /// Changes the colors of style numbers. The next frame is painted completely.
    func use(_ palette: Palette) {
        guard palette != pairs.palette else { return }
        pairs.palette = palette
        invalidate()
    }

    /// Adds kinds of emoji that the terminal supports, which are drawn with all of their code points from now on.
    /// Emoji of other kinds are drawn as their first code point only.
    ///
    /// - Returns: whether the last frame looks different now and has to be repainted.
    func drawWhole(_ kinds: EmojiCluster.Kinds) -> Bool {
        guard !emoji.isSuperset(of: kinds) else { return false }
        emoji.formUnion(kinds)
        guard let shown, shown.hasEmojiClusters else { return false }
        invalidate()
        return true
    }

    /// - Returns: the bytes that turn the last frame into this one; empty if they look the same.
    func render(_ frame: Frame) -> [UInt8] {
        // On terminals that can't hide the cursor, it is moved to a place without text.
        let position = frame.cursor.map(clamped) ?? Point(x: size.width - 1, y: size.height - 1)
        if let shown, shown.size == frame.size, position == cursor, looksSame(frame, shown) { return [] }
        if !put(frame) {
            // The frames since the start used too many color pairs. The pairs of this frame alone may fit.
            pairs.removeAll()
            shown = nil
            _ = put(frame)
        }
        var before: [UInt8] = []
        if shown == nil {
            confab_screen_forget()
            before = margins + layer.forget()
        }
        shown = frame
        cursor = position
        confab_screen_update(Int32(position.y), Int32(position.x))
        let letters = flushOutput()
        let pixels = layer.update(to: frame, size: size)
        return before + letters + (pixels.isEmpty ? [] : pixels + GraphicsLayer.way(to: position))
    }

    /// The bytes that reset the scrolling region to the whole screen. A frame that scrolled rows at the previous size
    /// may have reached the terminal after the change, and left the region of that size behind. ncurses doesn't know
    /// about that.
    private var margins: [UInt8] {
        // Terminals refuse margins of a single row.
        guard size.height > 1, let text = confab_screen_margins(Int32(size.height)) else { return [] }
        return Array(String(cString: text).utf8)
    }

    private func clamped(_ point: Point) -> Point {
        Point(x: min(max(0, point.x), size.width - 1), y: min(max(0, point.y), size.height - 1))
    }

    /// Puts the differences from the previous frame.
    ///
    /// - Returns: false if there were not enough color pairs. The affected cells are in the default colors.
    private func put(_ frame: Frame) -> Bool {
        var hadAllColors = true
        let width = min(frame.size.width, size.width)
        let previous = shown?.size == frame.size ? shown : nil
        for y in 0..<size.height {
            guard y < frame.size.height else {
                if previous == nil { putBlanks(from: 0, row: y) }
                continue
            }
            if let previous {
                guard let changed = frame.difference(from: previous, row: y) else { continue }
                if !put(frame, changed.clamped(to: 0..<width), row: y) { hadAllColors = false }
            } else {
                if !put(frame, 0..<width, row: y) { hadAllColors = false }
                putBlanks(from: width, row: y)
            }
        }
        return hadAllColors
    }

    private func looksSame(_ frame: Frame, _ other: Frame) -> Bool {
        frame.strips == other.strips
            && (0..<frame.size.height).allSatisfy { frame.difference(from: other, row: $0) == nil }
    }

    private func put(_ frame: Frame, _ range: Range<Int>, row: Int) -> Bool {
        var hadAllColors = true
        let end = min(frame.size.width, size.width)
        var column = range.lowerBound
        while column < range.upperBound {
            let style = frame.style(x: column, y: row)
            var pair: Int32 = 0
            if let number = pairs.number(for: style) { pair = number } else { hadAllColors = false }
            if let code = frame.codePoint(x: column, y: row), code >= 0x20, code < 0x7F {
                let isHidden = code == 0x20 && style == Self.transparent && layer.graphics?.form == .sixel
                put(isHidden ? Self.otherBlank : UInt8(code), style: style, pair: pair, row: row, column: column)
                column += 1
                continue
            }
            let room = column + 1 < end && frame.codePoint(x: column + 1, y: row) == 0 ? 2 : 1
            column += put(
                frame[column, row].text, room: room, style: style, pair: pair, row: row, column: column)
        }
        return hadAllColors
    }

    /// The style of a picture's cells without letter and color.
    private static let transparent = Style(attributes: .exactColors)
    /// The blank (U+00A0) in the transparent cells of a sixel picture. To ncurses, it differs from a space. A space
    /// that is drawn in the cell later is therefore written to the terminal, which erases the pixels.
    private static let otherBlank: UInt8 = 0xA0

    /// Draws one character into the screen of ncurses, or a blank if the character doesn't fit or has no columns.
    ///
    /// - Returns: the number of columns that were drawn.
    private func put(_ text: String, room: Int, style: Style, pair: Int32, row: Int, column: Int) -> Int {
        let characters = cells(of: text)
        let columns = characters.reduce(0) { $0 + $1.columns }
        guard columns > 0, columns <= room else {
            put(0x20, style: style, pair: pair, row: row, column: column)
            return 1
        }
        var used = 0
        for character in characters {
            confab_screen_put(
                Int32(row), Int32(column + used), character.scalars, Int32(character.scalars.count),
                UInt32(style.attributes.rawValue), pair)
            used += character.columns
        }
        return columns
    }

    private func put(_ byte: UInt8, style: Style, pair: Int32, row: Int, column: Int) {
        var scalar = UInt32(byte)
        confab_screen_put(Int32(row), Int32(column), &scalar, 1, UInt32(style.attributes.rawValue), pair)
    }

    /// Returns the units that ncurses calls characters: a code point that has columns, and its marks.
    ///
    /// Panes may put any text into cells. Only content that a cell can hold is passed on.
    private func cells(of text: String) -> [(scalars: [UInt32], columns: Int)] {
        guard let first = text.first else { return [] }
        if charset == .utf8, !emoji.isEmpty, let cluster = EmojiCluster(first), cluster.kinds.isSubset(of: emoji),
            let standIn = standIns.standIn(for: cluster)
        {
            return [(standIn, 2)]
        }
        return TextWidth.cells(of: first).flatMap { cell in
            let isKnown = charset == .utf8 || cell.text.unicodeScalars.allSatisfy { charset.bytes(of: $0) != nil }
            if isKnown { return [(cell.text.unicodeScalars.map(\.value), cell.columns)] }
            return AsciiForm.form(of: cell.text).unicodeScalars.map { ([$0.value], 1) }
        }
    }

    private func putBlanks(from column: Int, row: Int) {
        for column in column..<max(column, size.width) { put(0x20, style: .plain, pair: 0, row: row, column: column) }
    }

    /// Returns the output of ncurses since the last call.
    private func flushOutput() -> [UInt8] {
        let count = Int(lseek(file, 0, SEEK_CUR))
        guard count > 0 else { return [] }
        lseek(file, 0, SEEK_SET)
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = max(0, pread(file, buffer.baseAddress, count, 0))
        }
        guard charset != .utf8 else { return standIns.replaced(in: bytes) }
        return String(decoding: bytes, as: UTF8.self).unicodeScalars.flatMap { charset.bytes(of: $0) ?? [0x3F] }
    }
}

/// The color pairs that are defined in ncurses. Each is defined when it is first drawn.
@MainActor
struct ColorPairs {
    private struct Pair: Hashable {
        let foreground: Int32
        let background: Int32
    }

    private let depth: ColorDepth
    let limit: Int
    private var numbers: [Pair: Int32] = [:]
    /// A cache of the last pair, since neighboring cells mostly have the same style.
    private var last: (style: Style, number: Int32)?

    /// The colors of style numbers. After a change, the screen has to be repainted.
    var palette = Palette.identity {
        didSet { last = nil }
    }

    /// - Parameter limit: the number of pairs that the terminal can define, including pair 0.
    init(depth: ColorDepth, limit: Int) {
        self.depth = depth
        self.limit = limit
    }

    /// - Returns: the number of the pair; `nil` if no more can be defined.
    mutating func number(for style: Style) -> Int32? {
        guard depth != .none, style.foreground != nil || style.background != nil else { return 0 }
        if let last, last.style == style { return last.number }
        let palette = style.attributes.contains(.exactColors) ? .identity : palette
        let pair = Pair(
            foreground: depth.color(palette[style.foreground]), background: depth.color(palette[style.background]))
        if pair == Pair(foreground: -1, background: -1) { return 0 }
        if let number = numbers[pair] {
            last = (style, number)
            return number
        }
        let number = numbers.count + 1
        guard number < limit, confab_screen_define_pair(Int32(number), pair.foreground, pair.background) else {
            return nil
        }
        numbers[pair] = Int32(number)
        return Int32(number)
    }

    /// Removes all pairs, so that new ones can be defined. The screen has to be repainted afterwards.
    mutating func removeAll() {
        numbers = [:]
        last = nil
    }
}
