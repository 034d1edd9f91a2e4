/// A picture in characters and colors. Pictures with the same number are equal, so that cells are never compared.
package struct DrawnPicture: Hashable, Sendable {
    package struct Cell: Hashable, Sendable {
        /// A character one column wide.
        package let scalar: Unicode.Scalar
        /// A color out of 256; `nil` for the terminal's own.
        package let foreground: UInt8?
        package let background: UInt8?

        package init(scalar: Unicode.Scalar, foreground: UInt8?, background: UInt8?) {
            self.scalar = scalar
            self.foreground = foreground
            self.background = background
        }
    }

    package let number: Int
    /// The requested size, which the picture may not fill.
    package let asked: PictureRoom
    package let size: PictureRoom
    /// The same picture in pixels; `nil` if the terminal doesn't support graphics.
    package let pixels: PicturePixels?
    /// Whether the terminal's graphics support has changed since it was drawn.
    package let isOutdated: Bool
    private let cells: [Cell]

    /// - Parameters:
    ///   - number: unique among all pictures of the program.
    ///   - cells: row by row, with the dimensions of `size`.
    package init(
        number: Int, asked: PictureRoom, size: PictureRoom, cells: [Cell], pixels: PicturePixels? = nil,
        isOutdated: Bool = false
    ) {
        self.number = number
        self.asked = asked
        self.size = size
        self.cells = cells
        self.pixels = pixels
        self.isOutdated = isOutdated
    }

    package func outdated(number: Int) -> DrawnPicture {
        DrawnPicture(number: number, asked: asked, size: size, cells: cells, pixels: pixels, isOutdated: true)
    }

    package func row(_ index: Int) -> ArraySlice<Cell> {
        cells.dropFirst(index * size.columns).prefix(size.columns)
    }

    package static func == (left: DrawnPicture, right: DrawnPicture) -> Bool { left.number == right.number }

    package func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
