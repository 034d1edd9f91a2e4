/// A part of the screen in cells.
package struct Rectangle: Hashable, Sendable {
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int

    package init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    package init(_ size: Size) {
        self.init(x: 0, y: 0, width: size.width, height: size.height)
    }

    package func contains(_ point: Point) -> Bool {
        (x..<x + max(0, width)).contains(point.x) && (y..<y + max(0, height)).contains(point.y)
    }

    /// Converts a cell of the screen to coordinates relative to the top left of this part.
    package func local(_ point: Point) -> Point { Point(x: point.x - x, y: point.y - y) }

    package func intersection(_ other: Rectangle) -> Rectangle {
        let left = max(x, other.x)
        let top = max(y, other.y)
        let right = min(x + width, other.x + other.width)
        let bottom = min(y + height, other.y + other.height)
        return Rectangle(x: left, y: top, width: max(0, right - left), height: max(0, bottom - top))
    }
}
