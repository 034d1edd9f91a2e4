import CPictures

/// The size of a picture in pixels.
package struct PixelSize: Hashable, Sendable {
    package let width: Int
    package let height: Int

    /// - Returns: `nil` for a size that no picture has.
    package init?(width: Int, height: Int) {
        guard (1...Self.most).contains(width), (1...Self.most).contains(height) else { return nil }
        self.width = width
        self.height = height
    }

    /// Returns the size in cells that it is drawn in within the given ones, keeping its aspect ratio.
    package func cells(columns: Int, rows: Int) -> (columns: Int, rows: Int) {
        var (width, height): (UInt32, UInt32) = (0, 0)
        confab_picture_cells(
            UInt32(self.width), UInt32(self.height), UInt32(clamping: max(1, columns)), UInt32(clamping: max(1, rows)),
            &width, &height)
        return (Int(width), Int(height))
    }

    private static let most = 1 << 24
}
