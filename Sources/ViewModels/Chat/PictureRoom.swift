/// The size of a picture in columns and rows of a terminal.
package struct PictureRoom: Hashable, Sendable {
    package let columns: Int
    package let rows: Int

    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }
}
