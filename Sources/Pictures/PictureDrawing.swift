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
    /// requested, or if the picture is too large for that.
    package let strips: [[UInt8]]

    package init(columns: Int, cells: [Cell], original: PixelSize, strips: [[UInt8]] = []) {
        self.columns = columns
        self.cells = cells
        self.original = original
        self.strips = strips
    }

    package var rows: Int { cells.count / columns }
}
