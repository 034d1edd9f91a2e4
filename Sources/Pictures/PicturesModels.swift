import CPictures

/// A smaller version of a picture: a JPEG, or a PNG if parts are transparent. Only the original's pixels are in it,
/// no metadata.
package struct PictureThumbnail: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        case jpeg = "image/jpeg"
        case png = "image/png"
    }

    package enum Method: String, Hashable, Sendable {
        /// The whole picture, within the size.
        case scale
        /// The middle of the picture: the largest part with the aspect ratio of the size, scaled down to the size.
        case crop
    }

    package let kind: Kind
    package let size: PixelSize
    /// The size of the original picture as displayed.
    package let original: PixelSize
    package let bytes: [UInt8]
}

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

    /// Returns the columns and rows that a picture of this size occupies, at most the given ones. Its aspect ratio is
    /// kept, and small pictures are enlarged only up to a limit (a cell has at least 4 × 8 pixels).
    package func cells(columns: Int, rows: Int) -> (columns: Int, rows: Int) {
        var (width, height): (UInt32, UInt32) = (0, 0)
        confab_picture_cells(
            UInt32(self.width), UInt32(self.height), UInt32(clamping: max(1, columns)), UInt32(clamping: max(1, rows)),
            &width, &height)
        return (Int(width), Int(height))
    }

    private static let most = 1 << 24
}

/// A picture as colored characters, for a terminal.
package struct PictureDrawing: Hashable, Sendable {
    package struct Cell: Hashable, Sendable {
        /// A space, a block or a half or quarter of a block; in ``Colors/mono`` a pattern of braille as well.
        package let scalar: Unicode.Scalar
        /// The color in the palette of 256, from 16 on; `nil` for the terminal's own.
        package let foreground: UInt8?
        package let background: UInt8?

        package init(scalar: Unicode.Scalar, foreground: UInt8?, background: UInt8?) {
            self.scalar = scalar
            self.foreground = foreground
            self.background = background
        }
    }

    package enum Colors: Hashable, Sendable {
        case palette
        /// The terminal's own text color, for a light or dark background.
        case mono(isLight: Bool)
    }

    package let columns: Int
    /// The cells, row by row.
    package let cells: [Cell]
    /// The size of the original picture as displayed.
    package let original: PixelSize
    /// Each row of cells as pixels, in the requested form of ``PictureGraphics``. It is empty if none was
    /// requested, if the picture is too large for that, or if Chafa's output has an unexpected form.
    package let strips: [[UInt8]]

    package init(columns: Int, cells: [Cell], original: PixelSize, strips: [[UInt8]] = []) {
        self.columns = columns
        self.cells = cells
        self.original = original
        self.strips = strips
    }

    package var rows: Int { cells.count / columns }
}
