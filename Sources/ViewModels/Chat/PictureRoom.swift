/// Columns and rows of a terminal for a picture.
package struct PictureRoom: Hashable, Sendable {
    package let columns: Int
    package let rows: Int

    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }
}
