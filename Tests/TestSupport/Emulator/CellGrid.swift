/// The cells of one screen, and the operations on them. Positions have to be on the screen.
struct CellGrid: Hashable, Sendable {
    private(set) var width: Int
    private(set) var height: Int
    private var rows: [[EmulatedCell]]

    init(width: Int, height: Int) {
        self.width = max(1, width)
        self.height = max(1, height)
        rows = Array(repeating: Array(repeating: EmulatedCell(), count: self.width), count: self.height)
    }

    subscript(x: Int, y: Int) -> EmulatedCell { rows[y][x] }

    func text(row: Int) -> String {
        guard let last = rows[row].lastIndex(where: { $0.text != " " }) else { return "" }
        var text = ""
        for cell in rows[row][...last] { text += cell.text }
        return text
    }

    /// Changes the size and keeps the top left part.
    mutating func resize(width: Int, height: Int) {
        var grid = CellGrid(width: width, height: height)
        for y in 0..<min(grid.height, self.height) {
            for x in 0..<min(grid.width, self.width) { grid.rows[y][x] = rows[y][x] }
        }
        self = grid
    }

    /// Puts a character of one or two columns, which must fit.
    mutating func put(_ scalar: Unicode.Scalar, columns: Int, x: Int, y: Int, style: EmulatedStyle) {
        split(x, y)
        split(x + columns, y)
        rows[y][x] = EmulatedCell(text: String(scalar), style: style)
        if columns == 2 { rows[y][x + 1] = EmulatedCell(text: "", style: style) }
    }

    mutating func paint(_ pixel: EmulatedPixel, x: Int, y: Int) {
        if x < width, y < height { rows[y][x].pixel = pixel }
    }

    mutating func addMark(_ scalar: Unicode.Scalar, x: Int, y: Int) {
        rows[y][x].text.unicodeScalars.append(scalar)
    }

    /// Widens a character of one column to two. The second column must exist.
    mutating func widen(x: Int, y: Int) {
        split(x + 2, y)
        rows[y][x + 1] = EmulatedCell(text: "", style: rows[y][x].style)
    }

    /// Erases columns. As in a terminal, erased cells keep the background color.
    mutating func erase(_ columns: Range<Int>, row: Int, style: EmulatedStyle) {
        let columns = columns.clamped(to: 0..<width)
        guard !columns.isEmpty else { return }
        split(columns.lowerBound, row)
        split(columns.upperBound, row)
        for x in columns { rows[row][x] = Self.blank(style) }
    }

    mutating func insert(_ count: Int, x: Int, y: Int, style: EmulatedStyle) {
        split(x, y)
        let count = min(count, width - x)
        split(width - count, y)
        rows[y].removeLast(count)
        rows[y].insert(contentsOf: Array(repeating: Self.blank(style), count: count), at: x)
    }

    mutating func delete(_ count: Int, x: Int, y: Int, style: EmulatedStyle) {
        let count = min(count, width - x)
        split(x, y)
        split(x + count, y)
        rows[y].removeSubrange(x..<x + count)
        rows[y] += Array(repeating: Self.blank(style), count: count)
    }

    /// Moves the rows of the range up, and appends blank rows.
    mutating func scrollUp(_ range: ClosedRange<Int>, by count: Int, style: EmulatedStyle) {
        let count = min(count, range.count)
        rows.removeSubrange(range.lowerBound..<range.lowerBound + count)
        rows.insert(contentsOf: blankRows(count, style), at: range.upperBound + 1 - count)
    }

    mutating func scrollDown(_ range: ClosedRange<Int>, by count: Int, style: EmulatedStyle) {
        let count = min(count, range.count)
        rows.removeSubrange(range.upperBound + 1 - count...range.upperBound)
        rows.insert(contentsOf: blankRows(count, style), at: range.lowerBound)
    }

    /// Replaces a wide character that would be split between `x - 1` and `x` by blanks.
    private mutating func split(_ x: Int, _ y: Int) {
        guard x > 0, x < width, rows[y][x].text.isEmpty else { return }
        rows[y][x - 1].text = " "
        rows[y][x].text = " "
    }

    private func blankRows(_ count: Int, _ style: EmulatedStyle) -> [[EmulatedCell]] {
        Array(repeating: Array(repeating: Self.blank(style), count: width), count: count)
    }

    private static func blank(_ style: EmulatedStyle) -> EmulatedCell {
        var plain = EmulatedStyle()
        plain.background = style.background
        return EmulatedCell(style: plain)
    }
}
