/// The way in which a terminal shows pixels.
package struct PictureGraphics: Hashable, Sendable {
    package enum Form: Hashable, Sendable {
        /// Three bytes a pixel, red, green and blue: for the graphics protocol of kitty.
        case pixels
        /// DEC's sixels as Chafa makes them, without the sequences that introduce and end them.
        case sixels
    }

    package let form: Form
    /// The size of a cell.
    package let cell: PixelSize
    /// The background of transparent parts: red, green and blue, eight bits each.
    package let background: UInt32

    package init(form: Form, cell: PixelSize, background: UInt32) {
        self.form = form
        self.cell = cell
        self.background = background & 0xFF_FFFF
    }

    /// The maximum size of a cell in each direction.
    static let maxCell = 128
    /// The maximum pixels of a picture: larger ones are drawn only with characters.
    static let maxPixels = 6_000_000

    /// Returns the pixels of a row of cells.
    func pixels(columns: Int) -> Int { columns * cell.width * cell.height }

    /// Returns the maximum bytes of all rows, including the length before each.
    func mostBytes(columns: Int, rows: Int) -> Int {
        switch form {
        case .pixels: 3 * pixels(columns: columns) * rows
        // Noise, in which each pixel has a different color, takes some bytes a pixel; the colors take some more.
        case .sixels: (8 * pixels(columns: columns) + 8_192) * rows
        }
    }

    func fits(columns: Int, rows: Int) -> Bool {
        max(cell.width, cell.height) <= Self.maxCell
            && columns * cell.width * rows * cell.height <= Self.maxPixels
    }
}

/// A terminal's capabilities for pictures.
package struct PictureSupport: Hashable, Sendable {
    package let colors: PictureDrawing.Colors
    /// `nil` if it shows only characters.
    package let graphics: PictureGraphics?

    package init(_ colors: PictureDrawing.Colors, graphics: PictureGraphics? = nil) {
        self.colors = colors
        self.graphics = graphics
    }

    package static let palette = PictureSupport(.palette)
}
