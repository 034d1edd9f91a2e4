/// A picture as letters with colours, for a terminal.
package struct PictureDrawing: Hashable, Sendable {
    package struct Cell: Hashable, Sendable {
        /// A space, a block or a half or quarter of one; in ``Colors/mono`` a pattern of braille as well.
        package let scalar: Unicode.Scalar
        /// Of the palette of 256, from 16 on; `nil` for the terminal's own.
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
        /// In the terminal's own colour of letters, for a background that is light or dark.
        case mono(isLight: Bool)
    }

    package let columns: Int
    /// Row by row.
    package let cells: [Cell]
    /// Of the picture, as it is seen.
    package let original: PixelSize
    /// Each row of cells once more, in the form of ``PictureGraphics`` that was asked for; empty where none was, or where it is
    /// too large for that.
    package let strips: [[UInt8]]

    package init(columns: Int, cells: [Cell], original: PixelSize, strips: [[UInt8]] = []) {
        self.columns = columns
        self.cells = cells
        self.original = original
        self.strips = strips
    }

    package var rows: Int { cells.count / columns }
}
