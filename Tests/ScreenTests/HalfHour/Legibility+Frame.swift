import TestSupport

extension Legibility {
    /// The separator between list and chat.
    struct Wall {
        let column: Int
        /// The first column of the list.
        let left: Int
        let rows: Range<Int>
    }

    private static let lines: Set = ["│", "├", "┤", "┌", "┐", "└", "┘", "┬", "┴", "┼", "─"]

    /// Returns the separator at the column that most rows have it in, if any.
    func findWall() -> Wall? {
        let area = 1..<screen.height - 1
        let counts = (12..<max(12, screen.width - 12)).map { (column: $0, count: count($0, in: area)) }
        guard let (column, most) = counts.max(by: { $0.count < $1.count }), most * 2 > area.count else { return nil }
        let top = area.first { screen.cell(x: column, y: $0).text != " " && isLine(column, $0) } ?? area.lowerBound
        let isFramed = screen.cell(x: 0, y: top).text == "┌"
        return Wall(
            column: column, left: isFramed ? 1 : 0,
            rows: isFramed ? top + 1..<area.upperBound - 1 : top..<area.upperBound)
    }

    /// Returns the faults of the separator, over which nothing may be drawn.
    func faults(of wall: Wall?, _ footer: Footer) -> [String] {
        guard let wall, footer.isKeys, footer.home != nil else { return [] }
        var faults: [String] = []
        for y in wall.rows where !isLine(wall.column, y) {
            faults.append("the wall is broken: “\(rows[y])”")
        }
        guard wall.left == 1 else { return faults }
        for y in wall.rows where !isLine(0, y) || !isLine(screen.width - 1, y) {
            faults.append("the frame is broken: “\(rows[y])”")
        }
        return faults
    }

    private func isLine(_ x: Int, _ y: Int) -> Bool {
        Self.lines.contains(screen.cell(x: x, y: y).text)
    }

    private func count(_ column: Int, in area: Range<Int>) -> Int {
        area.count { ["│", "├"].contains(screen.cell(x: column, y: $0).text) }
    }
}
