import CPictures

/// How large a picture is, in its pixels.
package struct PixelSize: Hashable, Sendable {
    package let width: Int
    package let height: Int

    /// - Returns: `nil` for what no picture is.
    package init?(width: Int, height: Int) {
        guard (1...Self.most).contains(width), (1...Self.most).contains(height) else { return nil }
        self.width = width
        self.height = height
    }

    /// The cells that it is drawn in where there are so many, its shape kept.
    package func cells(columns: Int, rows: Int) -> (columns: Int, rows: Int) {
        var (width, height): (UInt32, UInt32) = (0, 0)
        confab_picture_cells(
            UInt32(self.width), UInt32(self.height), UInt32(clamping: max(1, columns)), UInt32(clamping: max(1, rows)),
            &width, &height)
        return (Int(width), Int(height))
    }

    private static let most = 1 << 24
}
