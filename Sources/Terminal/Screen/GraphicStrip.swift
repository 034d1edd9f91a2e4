/// A row of cells of a picture, as pixels. The pixels cover the picture's letters once the screen is idle.
///
/// Strips are equal if they are the same row of the same picture.
package struct GraphicStrip: Hashable, Sendable {
    /// The number of the picture, from 1.
    package let picture: Int
    /// The row from 0, below ``maxRows``.
    package let row: Int
    let columns: Int
    /// The format of `bytes`, and the cell size in pixels that they were made for.
    let graphics: TerminalGraphics
    /// The pixels in the format of ``TerminalGraphics/Form``.
    let bytes: [UInt8]

    package static let maxRows = 512

    package init(picture: Int, row: Int, columns: Int, graphics: TerminalGraphics, bytes: [UInt8]) {
        self.picture = picture
        self.row = row
        self.columns = columns
        self.graphics = graphics
        self.bytes = bytes
    }

    package static func == (left: GraphicStrip, right: GraphicStrip) -> Bool {
        left.picture == right.picture && left.row == right.row
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(picture)
        hasher.combine(row)
    }
}

/// A strip, and the cell of its left end.
package struct PlacedStrip: Hashable, Sendable {
    package let strip: GraphicStrip
    package let place: Point

    package init(_ strip: GraphicStrip, at place: Point) {
        self.strip = strip
        self.place = place
    }

    func moved(by offset: Point) -> PlacedStrip {
        PlacedStrip(strip, at: Point(x: place.x + offset.x, y: place.y + offset.y))
    }

    func isInside(_ rectangle: Rectangle) -> Bool {
        place.x >= rectangle.x && place.x + strip.columns <= rectangle.x + rectangle.width
            && place.y >= rectangle.y && place.y < rectangle.y + rectangle.height
    }
}
