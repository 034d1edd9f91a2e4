/// A picture in letters and colours. Two are the same where they have the same number, so that cells are never compared.
package struct DrawnPicture: Hashable, Sendable {
    package struct Cell: Hashable, Sendable {
        /// One column wide.
        package let scalar: Unicode.Scalar
        /// Of the palette of 256; `nil` for the terminal's own.
        package let foreground: UInt8?
        package let background: UInt8?

        package init(scalar: Unicode.Scalar, foreground: UInt8?, background: UInt8?) {
            self.scalar = scalar
            self.foreground = foreground
            self.background = background
        }
    }

    package let number: Int
    /// The room that it was drawn for, which it may not fill.
    package let asked: PictureRoom
    package let size: PictureRoom
    /// The same in pixels; `nil` where the terminal shows none.
    package let pixels: PicturePixels?
    /// Whether it was drawn for a terminal that shows pictures otherwise by now.
    package let isOutdated: Bool
    private let cells: [Cell]

    /// - Parameters:
    ///   - number: no other picture of the program has it.
    ///   - cells: row by row, as many as `size` has.
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
