/// A row of a wrapped line.
package struct TextRow: Comparable, Hashable {
    package var line: Int
    package var row: Int

    static let first = TextRow(line: 0, row: 0)

    package static func < (left: TextRow, right: TextRow) -> Bool { (left.line, left.row) < (right.line, right.row) }
}
