/// The picture of a message, drawn below its line.
package struct PictureViewModel: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        /// Not loaded yet. It is fetched when it comes near the screen.
        case awaited
        case drawn(DrawnPicture)
        /// The error, as in `no picture: its bytes are broken`; empty if there is no picture and nothing to say.
        case failed(DisplayText)
    }

    /// `nil` as long as the size is unknown.
    package let shape: PictureShape?
    /// The maximum height in rows.
    package let maxRows: Int
    package let content: Content

    package init(shape: PictureShape?, maxRows: Int, content: Content) {
        self.shape = shape
        self.maxRows = maxRows
        self.content = content
    }

    /// The number of the drawn picture; `nil` if there is none.
    package var number: Int? {
        if case .drawn(let picture) = content { picture.number } else { nil }
    }

    /// Returns the size at a number of columns; without rows if the shape is unknown.
    package func room(columns: Int) -> CellSize {
        guard let shape else { return CellSize(columns: columns, rows: 0) }
        return shape.room(within: CellSize(columns: columns, rows: maxRows))
    }

    /// Returns the size to load the picture at; `nil` if it is loaded or can't be.
    package func missingSize(columns: Int) -> CellSize? {
        let room = room(columns: columns)
        let wanted = room.rows > 0 ? room : CellSize(columns: columns, rows: maxRows)
        switch content {
        case .awaited: return wanted
        case .drawn(let picture) where picture.isOutdated: return wanted
        case .drawn(let picture): return picture.asked == wanted || picture.size == wanted ? nil : wanted
        case .failed: return nil
        }
    }
}

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
    /// The requested size. The drawn picture can be smaller, because it keeps its aspect ratio.
    package let asked: CellSize
    package let size: CellSize
    /// The same picture in pixels; `nil` if the terminal doesn't support graphics.
    package let pixels: PicturePixels?
    /// Whether the terminal's graphics support has changed since it was drawn.
    package let isOutdated: Bool
    private let cells: [Cell]

    /// - Parameters:
    ///   - number: unique among all pictures of the program.
    ///   - cells: row by row, with the dimensions of `size`.
    package init(
        number: Int, asked: CellSize, size: CellSize, cells: [Cell], pixels: PicturePixels? = nil,
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
