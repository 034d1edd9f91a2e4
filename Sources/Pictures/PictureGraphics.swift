/// How a terminal shows pixels.
package struct PictureGraphics: Hashable, Sendable {
    package enum Form: Hashable, Sendable {
        /// Three bytes a pixel, red, green and blue: for the graphics protocol of kitty.
        case pixels
        /// DEC's sixels, as Chafa makes them, between what introduces and what ends them.
        case sixels
    }

    package let form: Form
    /// Of a cell.
    package let cell: PixelSize
    /// Behind what is transparent: red, green and blue, eight bits each.
    package let background: UInt32

    package init(form: Form, cell: PixelSize, background: UInt32) {
        self.form = form
        self.cell = cell
        self.background = background & 0xFF_FFFF
    }

    /// What a cell may have in each direction.
    static let mostCell = 128
    /// Pixels of one picture: larger ones are drawn by letters alone.
    static let mostPixels = 6_000_000

    /// Of a row of cells.
    func pixels(columns: Int) -> Int { columns * cell.width * cell.height }

    /// Of all rows, and of what stands before each.
    func mostBytes(columns: Int, rows: Int) -> Int {
        switch form {
        case .pixels: 3 * pixels(columns: columns) * rows
        // What is drawn as noise, each pixel in a colour of its own, takes some bytes a pixel; the colours take some more.
        case .sixels: (8 * pixels(columns: columns) + 8_192) * rows
        }
    }

    func fits(columns: Int, rows: Int) -> Bool {
        max(cell.width, cell.height) <= Self.mostCell
            && columns * cell.width * rows * cell.height <= Self.mostPixels
    }
}

/// All that a terminal has for pictures.
package struct PictureMeans: Hashable, Sendable {
    package let colors: PictureDrawing.Colors
    /// `nil` where it shows letters alone.
    package let graphics: PictureGraphics?

    package init(_ colors: PictureDrawing.Colors, graphics: PictureGraphics? = nil) {
        self.colors = colors
        self.graphics = graphics
    }

    package static let palette = PictureMeans(.palette)
}
