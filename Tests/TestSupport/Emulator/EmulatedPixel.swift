/// A colour of a pixel, eight bits each.
package struct EmulatedPixel: Hashable, Sendable {
    package let red: Int
    package let green: Int
    package let blue: Int

    package init(red: Int, green: Int, blue: Int) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Whether it looks like another: sixels have a hundred steps of each colour.
    package func looksLike(_ other: EmulatedPixel) -> Bool {
        abs(red - other.red) < 24 && abs(green - other.green) < 24 && abs(blue - other.blue) < 24
    }
}
