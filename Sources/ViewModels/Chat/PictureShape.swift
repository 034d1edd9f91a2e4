/// The width and height of a picture in its own pixels.
package struct PictureShape: Hashable, Sendable {
    package let width: Int
    package let height: Int

    private static let most = 1 << 24
    /// The minimum number of pixels per column, so that small pictures aren't enlarged. A cell is twice as high as
    /// wide.
    private static let pixels = 4

    /// - Returns: `nil` for sizes that no picture has.
    package init?(width: Int, height: Int) {
        guard (1...Self.most).contains(width), (1...Self.most).contains(height) else { return nil }
        self.width = width
        self.height = height
    }

    /// Returns the size within a maximum that keeps the aspect ratio.
    package func room(within most: PictureRoom) -> PictureRoom {
        let (mostColumns, mostRows) = (max(1, most.columns), max(1, most.rows))
        var columns = (width + Self.pixels - 1) / Self.pixels
        var rows = (height + 2 * Self.pixels - 1) / (2 * Self.pixels)
        if columns > mostColumns || rows > mostRows {
            if width * 2 * mostRows > height * mostColumns {
                columns = mostColumns
                rows = (height * mostColumns + width) / (2 * width)
            } else {
                rows = mostRows
                columns = (width * 4 * mostRows + height) / (2 * height)
            }
        }
        return PictureRoom(columns: min(max(1, columns), mostColumns), rows: min(max(1, rows), mostRows))
    }
}
